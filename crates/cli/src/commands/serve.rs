//! `plylab serve`.

use std::env;
use std::io::IsTerminal as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use clap::Args;
use plylab_core::{InputError, Registry, message};
use plylab_web::{Options, Server};

use crate::failure::Failure;
use crate::output::{self, Output};

/// The port unless somebody asks for another.
const PORT: u16 = 4321;

/// Open the lab in the browser.
///
/// Serves the lab's pages on this machine only, prints their address, and opens a browser where there is one. Games, replays and
/// experiments are kept in a folder and are still there next time. Ctrl-C ends it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab                                  the same as plylab serve
  plylab serve --no-open --port 0         any free port, which is printed
  plylab serve --data /tmp/lab")]
pub struct ServeArgs {
    /// The address to listen on. Anything but this machine's own lets others in: whoever can reach it can use the lab.
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    addr: IpAddr,

    /// The port to listen on; 0 takes any that is free.
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,

    /// Do not open a browser.
    #[arg(long)]
    no_open: bool,

    /// The folder for games, replays and experiments; one of the system's if left out.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl ServeArgs {
    /// As if no option were given.
    pub fn usual() -> ServeArgs {
        ServeArgs { addr: IpAddr::V4(Ipv4Addr::LOCALHOST), port: PORT, no_open: false, data: None }
    }

    /// Serves.
    pub fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let data = match &self.data {
            Some(data) => data.clone(),
            None => usual_folder()?,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.serve(registry, out, data))
    }

    async fn serve(&self, registry: &Arc<Registry>, out: &mut Output, data: PathBuf) -> Result<(), Failure> {
        let address = SocketAddr::new(self.addr, self.port);
        let options = Options { address, data, queue: None, registry: Arc::clone(registry) };
        let server = match Server::bind(&options).await {
            // Nobody asked for that port in particular: any other will do.
            Err(_) if self.port == PORT && port_is_taken(options.address) => {
                let address = SocketAddr::new(self.addr, 0);
                Server::bind(&Options { address, ..options }).await?
            }
            bound => bound?,
        };
        let address = server.address();
        if !address.ip().is_loopback() {
            output::note("this lab is open to the network: whoever can reach this address can use it");
        }
        let host = if address.ip().is_unspecified() {
            SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), address.port())
        } else {
            address
        };
        let url = format!("http://{host}/");
        out.line(format!("The lab is open at {url} (Ctrl-C closes it)"))?;
        if !self.no_open && std::io::stdout().is_terminal() {
            open_browser(&url);
        }
        server.run(interrupted()).await?;
        Ok(())
    }
}

/// Is somebody listening there already?
fn port_is_taken(address: SocketAddr) -> bool {
    std::net::TcpListener::bind(address).is_err_and(|error| error.kind() == std::io::ErrorKind::AddrInUse)
}

/// Ready at Ctrl-C, or when the system wants the program to end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Where programs keep their data on this system.
fn usual_folder() -> Result<PathBuf, InputError> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || folder("HOME");
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("plylab")).ok_or_else(|| {
        InputError::new(message!("no-data-home", "this system does not say where programs keep their data"))
            .expected(message!("name-data", "name a folder with --data"))
    })
}

/// Opens the page in the browser, if there is one; if not, the address was printed.
fn open_browser(url: &str) {
    let has_screen = cfg!(any(windows, target_os = "macos"))
        || env::var_os("DISPLAY").is_some()
        || env::var_os("WAYLAND_DISPLAY").is_some();
    if !has_screen {
        return;
    }
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
    };
    let _ = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

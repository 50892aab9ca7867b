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
use crate::language::said;
use crate::output::{self, Output};

/// The default port.
const PORT: u16 = 4321;

/// Open the lab in the browser.
///
/// Serves the lab's pages on this machine only, prints their address, and opens a browser if there is one. Games,
/// replays and experiments are stored in a folder and are there next time. Ctrl-C stops the server.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab                                  the same as plylab serve
  plylab serve --no-open --port 0         use any free port and print it
  plylab serve --data /tmp/lab")]
pub struct ServeArgs {
    /// The address to listen on. Any other than the default opens the lab to everyone who can reach it.
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    addr: IpAddr,

    /// The port to listen on; 0 means any free port.
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,

    /// Do not open a browser.
    #[arg(long)]
    no_open: bool,

    /// The folder for games, replays and experiments; by default the system's data folder.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Default for ServeArgs {
    /// As if no option were given.
    fn default() -> ServeArgs {
        ServeArgs { addr: IpAddr::V4(Ipv4Addr::LOCALHOST), port: PORT, no_open: false, data: None }
    }
}

impl ServeArgs {
    /// Serves.
    pub fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let data = match &self.data {
            Some(data) => data.clone(),
            None => default_folder()?,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.serve(registry, out, data))
    }

    async fn serve(&self, registry: &Arc<Registry>, out: &mut Output, data: PathBuf) -> Result<(), Failure> {
        let address = SocketAddr::new(self.addr, self.port);
        let options = Options { address, data, queue: None, registry: Arc::clone(registry) };
        let server = match Server::bind(&options).await {
            // The default port is taken: any other will do.
            Err(_) if self.port == PORT && port_is_taken(options.address) => {
                let address = SocketAddr::new(self.addr, 0);
                Server::bind(&Options { address, ..options }).await?
            }
            bound => bound?,
        };
        let address = server.address();
        if !address.ip().is_loopback() {
            output::note("this lab is open to the network: everyone who can reach this address can use it");
        }
        let host = if address.ip().is_unspecified() {
            SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), address.port())
        } else {
            address
        };
        let url = format!("http://{host}/");
        out.line(said(&message!(
            "lab-is-open",
            "The lab is open at {url} (Ctrl-C stops it)",
            url = url.as_str()
        )))?;
        if !self.no_open && std::io::stdout().is_terminal() {
            open_browser(&url);
        }
        server.run(interrupted()).await?;
        Ok(())
    }
}

/// Is the port already in use?
fn port_is_taken(address: SocketAddr) -> bool {
    std::net::TcpListener::bind(address).is_err_and(|error| error.kind() == std::io::ErrorKind::AddrInUse)
}

/// Completes at Ctrl-C, or when the system asks the program to end.
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

/// The folder for application data on this system.
fn default_folder() -> Result<PathBuf, InputError> {
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
        InputError::new(message!("no-data-home", "this system has no folder for application data"))
            .expected(message!("name-data", "name a folder with --data"))
    })
}

/// Opens the page in the browser if there is one; otherwise the printed address has to do.
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

//! `plylab serve`.

use std::env;
use std::io::IsTerminal as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use clap::Args;
use plylab_core::{InputError, Registry, message};
use plylab_web::{PublicUrl, Quotas, Server, ServerOptions, prepare_thread};
use tracing_subscriber::filter::LevelFilter;

use crate::failure::Failure;
use crate::language::say;
use crate::output::{self, Output};

/// The default port.
const PORT: u16 = 4321;

/// Open the lab in the browser.
///
/// Serves the lab's pages on this machine only, prints a link to them, and opens a browser if there is one. Whoever opens the
/// link owns what is in the lab; 'plylab token' makes links for others. Games, replays and experiments are stored in a folder
/// and are there next time. Ctrl-C stops the server, a second Ctrl-C at once. docs/serve.md describes a lab for a class.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab                                  the same as plylab serve
  plylab serve --no-open --port 0         use any free port and print it
  plylab serve --data /tmp/lab
  plylab serve --no-open --addr 0.0.0.0 --quota games=20,megabytes=200    for a class
  plylab serve --results results/mine     show the games of a run as replays
  plylab serve --no-open --public-url https://lab.example.edu/plylab/    behind a proxy")]
pub struct ServeArgs {
    /// The address to listen on. At any other than the default, the lab answers everyone who can reach it and has a link.
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

    /// A folder that 'plylab run' or 'plylab tournament' wrote to, to be shown among the experiments: its report, and every
    /// game as a replay. May be given several times.
    #[arg(long, value_name = "DIR")]
    results: Vec<PathBuf>,

    /// Where people find the lab, if a proxy stands in front of it.
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,

    /// The address of a proxy in front of the lab: what it says in X-Forwarded-For about where a request comes from is believed,
    /// and nobody else is. May be given several times.
    #[arg(long, value_name = "IP")]
    proxy: Vec<IpAddr>,

    /// What each person may use, separated by commas: games=64, runs=50, analyses=16 at a time, seconds=14400 of the processors in a
    /// day, megabytes=1000 on the disk. An admin may use all processors and the whole disk.
    #[arg(long, value_name = "NAME=N", value_delimiter = ',')]
    quota: Vec<String>,

    /// The memory for agents, analyses, trees and experiments, in megabytes; by default a quarter of the machine's, at most 2048.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(64..=1_048_576))]
    memory: Option<u64>,

    /// If the stored data is damaged, use the last good copy of it; the damaged file is kept beside it.
    #[arg(long)]
    restore: bool,

    /// What is written to standard error: error, warn, info (every request) or debug; never a token.
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_parser = ["error", "warn", "info", "debug"])]
    log: String,

    /// The agents of your own that others may use when the lab is open to the network, separated by commas; none by
    /// default.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    offer: Vec<String>,
}

impl ServeArgs {
    /// The only agents of other people that may be used; none if all may be.
    pub fn offered(&self) -> Option<Vec<String>> {
        let restricted = !self.addr.is_loopback() || self.public_url.is_some() || !self.offer.is_empty();
        restricted.then(|| self.offer.clone())
    }

    /// Serves.
    pub fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let data = data_folder(self.data.as_ref())?;
        let level = self.log.parse().unwrap_or(LevelFilter::WARN);
        let lines = tracing_subscriber::fmt().with_max_level(level).with_ansi(false).with_target(false);
        // A second lab in the same process keeps the first one's.
        let _ = lines.with_writer(std::io::stderr).try_init();
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.enable_all().on_thread_start(prepare_thread).build()?;
        let served = runtime.block_on(self.serve(registry, out, data));
        // Work that does not stop ends with the process.
        runtime.shutdown_background();
        served
    }

    async fn serve(&self, registry: &Arc<Registry>, out: &mut Output, data: PathBuf) -> Result<(), Failure> {
        let public = self.public_url.as_deref().map(str::parse::<PublicUrl>).transpose()?;
        let is_public = public.is_some();
        let mut quotas = Quotas::default();
        self.quota.iter().try_for_each(|text| quotas.set(text))?;
        let options = ServerOptions {
            address: SocketAddr::new(self.addr, self.port),
            data,
            queue: None,
            registry: Arc::clone(registry),
            results: self.results.clone(),
            public,
            proxies: self.proxy.clone(),
            quotas,
            restore: self.restore,
            megabytes: self.memory,
        };
        let server = match Server::bind(&options).await {
            // The default port is taken: any other will do.
            Err(_) if self.port == PORT && port_is_taken(options.address) => {
                let address = SocketAddr::new(self.addr, 0);
                Server::bind(&ServerOptions { address, ..options }).await?
            }
            bound => bound?,
        };
        let signals = Signals::new()?;
        let loopback = server.address().ip().is_loopback() && !is_public;
        if !loopback {
            output::note(&say(&message!(
                "lab-is-public",
                "others can reach this lab; the link below is the admin's, and 'plylab token' makes links for others"
            )));
        }
        let url = server.link();
        let open = message!("lab-is-open", "The lab is open at {url} (Ctrl-C stops it)", url = &url);
        out.line(say(&open))?;
        if !self.no_open && std::io::stdout().is_terminal() {
            open_browser(&url);
        }
        server.run(interrupted(signals)).await?;
        Ok(())
    }
}

/// Is the port already in use?
fn port_is_taken(address: SocketAddr) -> bool {
    std::net::TcpListener::bind(address).is_err_and(|error| error.kind() == std::io::ErrorKind::AddrInUse)
}

/// Completes at Ctrl-C, or when the system asks the program to end. From then on a second time ends it at once.
async fn interrupted(mut signals: Signals) {
    signals.next().await;
    tokio::spawn(async move {
        signals.next().await;
        std::process::exit(130);
    });
}

/// The signals that ask the program to end, noticed from when this is made.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> std::io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Completes at the next of them.
    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Ctrl-C, where there are no other signals.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> std::io::Result<Signals> {
        Ok(Signals)
    }

    async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// The folder of the lab: the one that was named, or the system's for application data.
pub fn data_folder(named: Option<&PathBuf>) -> Result<PathBuf, InputError> {
    if let Some(named) = named {
        return Ok(named.clone());
    }
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

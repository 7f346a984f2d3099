//! The server: its source, the compiler that makes classes of it, and the virtual machine that runs them.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{env, fs, io};

use crate::files;
use crate::languages::kept;
use crate::oracle::served;
use crate::process::{self, End, Invocation, Limits, Session};

/// Name of the virtual machine, of which the compiler is a part.
pub(super) const JAVA: &str = "java";

/// Name of the compiler, as a program of its own.
const JAVAC: &str = "javac";

/// The server does not take as long to compile, seconds.
const COMPILE_LIMIT_S: f64 = 120.0;

/// Our server, one class after the other.
const SERVER: &str = concat!(
    include_str!("server/Server.java"),
    include_str!("server/Json.java"),
    include_str!("server/Runtime.java"),
    include_str!("server/Edits.java"),
    include_str!("server/Compiler.java"),
    include_str!("server/World.java"),
    include_str!("server/Schema.java"),
    include_str!("server/Holes.java"),
);

/// Parts of the compiler that the server reads.
const EXPORTED: [&str; 4] = [
    "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED",
    "jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED",
    "jdk.compiler/com.sun.tools.javac.api=ALL-UNNAMED",
    "jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED",
];

const ENVIRONMENT: [(&str, &str); 4] =
    [("LC_ALL", "C.UTF-8"), ("TZ", "UTC"), ("JAVA_TOOL_OPTIONS", ""), ("JDK_JAVA_OPTIONS", "")];

/// Name of the folder of classes.
const CLASSES: &str = "classes";

/// Starts a virtual machine with the server, from classes that are kept, or else from a folder that is gone when it runs.
pub(super) fn start() -> io::Result<Session> {
    if let Some(kept) = kept_classes().filter(|kept| kept.is_dir() || keep(kept).is_ok()) {
        return start_with(&kept);
    }
    let folder = tempfile::Builder::new().prefix("bench-slicers-java").tempdir()?;
    start_with(&compile(folder.path())?)
}

/// Has the server compiled and kept. Who needs it and has none says why.
pub(in crate::languages::java) fn keep_server() {
    if let Some(kept) = kept_classes().filter(|kept| !kept.is_dir()) {
        let _ = keep(&kept);
    }
}

/// Folder of the classes that this compiler makes of this server; `None` where there is no home or no compiler.
fn kept_classes() -> Option<PathBuf> {
    let compiler = env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(JAVAC))
        .find(|file| file.is_file())?;
    let compiler = compiler.canonicalize().ok()?;
    let changed: SystemTime = compiler.metadata().ok()?.modified().ok()?;
    let name = kept::name_of("java", &(SERVER, EXPORTED, compiler, changed));
    Some(kept::kept_servers()?.join(name))
}

/// Compiles the server beside where its classes are to be, and puts them there in one step: another process may be about to
/// read them.
fn keep(kept: &Path) -> io::Result<()> {
    let folder = kept.parent().ok_or(io::ErrorKind::NotFound)?;
    fs::create_dir_all(folder)?;
    let draft = tempfile::Builder::new().prefix(files::DRAFT).tempdir_in(folder)?;
    let classes = compile(draft.path())?;
    match fs::rename(classes, kept) {
        Err(_) if kept.is_dir() => Ok(()),
        renamed => renamed,
    }
}

/// Starts a virtual machine with these classes.
fn start_with(classes: &Path) -> io::Result<Session> {
    let path = classes.to_string_lossy().into_owned();
    // Most searches are over before the better of its two compilers pays for the processors it takes beside them.
    let mut argv = vec![JAVA, "-Xmx768m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1"];
    argv.extend(["-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC", "-Dfile.encoding=UTF-8"]);
    for module in EXPORTED {
        argv.extend(["--add-exports", module]);
    }
    argv.extend(["-cp", &path, "Server"]);
    let mut session = served::start(&argv, &ENVIRONMENT)?;
    // It has loaded its classes when it says that it runs; then it says which version it has.
    session.receive()?;
    Ok(session)
}

/// Compiles the server in a folder; the folder of its classes.
fn compile(folder: &Path) -> io::Result<PathBuf> {
    fs::write(folder.join("bs__.java"), SERVER)?;
    // Code that runs once is not worth the better of the two compilers of the virtual machine.
    let mut argv = vec![JAVAC, "-J-XX:TieredStopAtLevel=1", "-proc:none", "-nowarn"];
    for module in EXPORTED {
        argv.extend(["--add-exports", module]);
    }
    argv.extend(["-d", CLASSES, "bs__.java"]);
    let env = ENVIRONMENT.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
    let done = process::run(&Invocation {
        argv: argv.into_iter().map(str::to_owned).collect(),
        cwd: folder.to_owned(),
        env: env.collect(),
        limits: Limits { wall_s: COMPILE_LIMIT_S, ..Limits::default() },
        ..Invocation::default()
    });
    match &done.end {
        End::Exited(0) => {}
        End::NotStarted(cause) => return Err(io::Error::other(format!("{JAVAC}: {cause}"))),
        _ => return Err(io::Error::other(String::from_utf8_lossy(&done.stderr).into_owned())),
    }
    Ok(folder.join(CLASSES))
}

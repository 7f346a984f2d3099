//! `[install]`: where a slicer comes from, and bringing it onto this machine.
//!
//! In: the key `install` of an adapter, a sentence or a table of packages with their versions. Out: commands of package
//! managers, in their order, and what they leave in the folder of the tool. Debian packages go where apt puts them; everything
//! else is put together beside the folder and moved there when it is whole, so that half of a tool is never taken for one.

use std::path::{Path, PathBuf};

use toml::Spanned;

use super::compile::AdapterCompiler;
use super::schema::InstallKey;
use super::{Adapter, Packages, Placeholder, prepare};
use crate::error::{self, Result};
use crate::process::{self, End, Invocation, Limits};

/// Time limit of one command of a package manager, seconds.
const INSTALL_LIMIT_S: f64 = 1800.0;

/// File in the folder of a tool that says what is installed there.
const STAMP: &str = "installed-by-bench-slicers";

/// What became of an installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Installed {
    /// Nothing was missing.
    Already,
    /// It is there now.
    Now,
}

impl AdapterCompiler<'_> {
    /// What a user is told to do, and the packages where package managers can do it.
    pub(super) fn install(
        &mut self,
        name: &str,
        key: Option<InstallKey>,
    ) -> (Option<String>, Option<Packages>) {
        let table = match key {
            None => return (None, None),
            Some(InstallKey::Sentence(text)) => return (Some(text), None),
            Some(InstallKey::Table(table)) => table,
        };
        let with_version = |text: &str, between: &str| {
            text.get(1..).and_then(|text| text.split_once(between)).is_some_and(|(_, version)| {
                version.starts_with(|c: char| c.is_ascii_digit()) && !version.contains(char::is_whitespace)
            })
        };
        let mut versions = |list: Vec<Spanned<String>>, form: &str, is_good: &dyn Fn(&str) -> bool| {
            for package in list.iter().filter(|package| !is_good(package.get_ref())) {
                let message = format!("`{}` is no package with its version", package.get_ref());
                self.wrong(package, message, format!("write it as `{form}`"));
            }
            list.into_iter().map(Spanned::into_inner).collect::<Vec<String>>()
        };
        let at = |text: &str| with_version(text, "@");
        let packages = Packages {
            npm: versions(table.npm, "name@1.2.3", &at),
            pip: versions(table.pip, "name==1.2.3", &|text| with_version(text, "==")),
            cargo: versions(table.cargo, "name@1.2.3", &at),
            maven: versions(table.maven, "group:artifact:1.2.3", &|text| {
                text.split(':').count() == 3 && text.split(':').all(|part| !part.is_empty())
            }),
            licence: table.licence,
            apt: table.apt,
        };
        let hint = format!("install it with `bench-slicers install {name}`");
        let hint = table.hint.map_or(hint.clone(), |more| format!("{hint}; {more}"));
        (Some(hint), Some(packages))
    }
}

impl Packages {
    /// One line for each package manager that has something to do.
    pub fn lines(&self) -> Vec<String> {
        let managers = [
            ("apt", &self.apt),
            ("npm", &self.npm),
            ("pip", &self.pip),
            ("cargo", &self.cargo),
            ("maven", &self.maven),
        ];
        let managers = managers.iter().filter(|(_, packages)| !packages.is_empty());
        managers.map(|(manager, packages)| format!("{manager}: {}", packages.join(" "))).collect()
    }

    /// What is written into the folder of the tool, without the Debian packages, which are not there.
    fn stamp(&self) -> String {
        Packages { apt: Vec::new(), ..self.clone() }.lines().join("\n") + "\n"
    }

    fn is_apt_only(&self) -> bool {
        [&self.npm, &self.pip, &self.cargo, &self.maven].iter().all(|packages| packages.is_empty())
    }
}

impl Adapter {
    /// Installs what the adapter names, unless it is there; `step` is told each command before it runs.
    ///
    /// # Errors
    /// The adapter names no packages, a package manager is missing or fails, or what it left is not what the adapter calls.
    pub fn install_tool(&self, step: &dyn Fn(&[String])) -> Result<Installed> {
        let Some(packages) = &self.packages else {
            return Err(match (&self.install, self.requires_nothing()) {
                (Some(how), _) => error::adapter::by_hand(&self.name, how),
                (None, true) => return Ok(Installed::Already),
                (None, false) => error::adapter::by_hand(&self.name, &self.remedy()),
            });
        };
        let mut installed = self.install_debs(&packages.apt, step)?;
        if !packages.is_apt_only() {
            let folder = PathBuf::from(&self.host_values()?[&Placeholder::Tooldir]);
            installed = self.install_into(&folder, packages, step)?.or(installed);
        }
        self.resolve()?;
        Ok(installed)
    }

    /// Whether nothing but this program is called.
    fn requires_nothing(&self) -> bool {
        self.resolve().is_ok()
    }

    fn install_debs(&self, debs: &[String], step: &dyn Fn(&[String])) -> Result<Installed> {
        let missing: Vec<&String> = debs.iter().filter(|package| !is_deb_installed(package)).collect();
        if missing.is_empty() {
            return Ok(Installed::Already);
        }
        let apt = |words: &[&str]| {
            let sudo: &[&str] = if rustix::process::geteuid().is_root() { &[] } else { &["sudo", "-n"] };
            let env = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
            [sudo, &env, words].concat().into_iter().map(str::to_owned).collect::<Vec<String>>()
        };
        // Lists that cannot be renewed may still be good enough.
        let _ = self.call(&apt(&["update", "-qq"]), Path::new("/"), step);
        let mut install = apt(&["install", "-y", "-qq", "--no-install-recommends"]);
        install.extend(missing.into_iter().cloned());
        self.call(&install, Path::new("/"), step)?;
        Ok(Installed::Now)
    }

    /// Fills a folder beside that of the tool, and puts it into its place.
    fn install_into(
        &self,
        folder: &Path,
        packages: &Packages,
        step: &dyn Fn(&[String]),
    ) -> Result<Installed> {
        let tools = folder.parent().unwrap_or(Path::new("."));
        let cannot_write = |path: &Path| {
            let path = path.to_owned();
            move |cause: std::io::Error| error::cannot_write(&path, &cause)
        };
        std::fs::create_dir_all(tools).map_err(cannot_write(tools))?;
        // Two commands at the same moment: the second finds what the first has done.
        let lock = tools.join(format!(".{}.lock", self.name));
        let lock_file = std::fs::File::create(&lock).map_err(cannot_write(&lock))?;
        lock_file.lock().map_err(cannot_write(&lock))?;
        let stamp = folder.join(STAMP);
        if std::fs::read_to_string(&stamp).is_ok_and(|text| text == packages.stamp())
            && self.resolve().is_ok()
        {
            return Ok(Installed::Already);
        }
        // Packages write absolute paths into what they install, so that it is made where it stays.
        let earlier = tools.join(format!(".{}.earlier", self.name));
        remove(&earlier)?;
        if folder.exists() {
            std::fs::rename(folder, &earlier).map_err(cannot_write(folder))?;
        }
        std::fs::create_dir_all(folder).map_err(cannot_write(folder))?;
        let outcome = commands(folder, packages)
            .and_then(|commands| commands.iter().try_for_each(|command| self.call(command, folder, step)))
            .and_then(|()| std::fs::write(&stamp, packages.stamp()).map_err(cannot_write(&stamp)));
        if outcome.is_err() {
            remove(folder)?;
            if earlier.exists() {
                std::fs::rename(&earlier, folder).map_err(cannot_write(folder))?;
            }
        }
        remove(&earlier)?;
        outcome.map(|()| Installed::Now)
    }

    fn call(&self, argv: &[String], cwd: &Path, step: &dyn Fn(&[String])) -> Result<()> {
        step(argv);
        let invocation = Invocation {
            argv: argv.to_vec(),
            cwd: cwd.to_owned(),
            limits: Limits { wall_s: INSTALL_LIMIT_S, ..Limits::default() },
            ..Invocation::default()
        };
        let completion = process::run(&invocation);
        let why = match &completion.end {
            End::Exited(0) => return Ok(()),
            End::NotStarted(_) => format!("`{}` is missing", argv[0]),
            end => end.reason(&invocation.limits).unwrap_or_default(),
        };
        let printed = [completion.stdout, completion.stderr].concat();
        let printed = String::from_utf8_lossy(&printed);
        let last = printed.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
        Err(error::adapter::not_installed(&self.name, &argv.join(" "), &why, last))
    }
}

impl Installed {
    fn or(self, other: Installed) -> Installed {
        if self == Installed::Now { self } else { other }
    }
}

/// What package managers do to fill a folder.
fn commands(folder: &Path, packages: &Packages) -> Result<Vec<Vec<String>>> {
    let dir = prepare::text_of(folder);
    let command = |words: &[&str], packages: &[String]| {
        let words = words.iter().map(|word| (*word).to_owned());
        words.chain(packages.iter().cloned()).collect::<Vec<String>>()
    };
    let mut commands = Vec::new();
    if !packages.npm.is_empty() {
        // No scripts of packages: what is installed is what was published.
        let words = ["npm", "install", "--prefix", &dir, "--save-exact", "--ignore-scripts", "--no-audit"];
        prepare::write(&folder.join("package.json"), "{ \"private\": true }\n")?;
        commands.push(command(&[&words[..], &["--no-fund", "--loglevel=error"]].concat(), &packages.npm));
    }
    if !packages.pip.is_empty() {
        let words = ["python3", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        let target = ["--root-user-action=ignore", "--upgrade", "--target", &dir];
        commands.push(command(&[&words[..], &target].concat(), &packages.pip));
    }
    if !packages.cargo.is_empty() {
        let words = ["cargo", "install", "--quiet", "--locked", "--root", &dir];
        commands.push(command(&words, &packages.cargo));
    }
    if !packages.maven.is_empty() {
        prepare::write(&folder.join("pom.xml"), &pom(&packages.maven))?;
        let words = ["mvn", "--quiet", "--batch-mode", "dependency:copy-dependencies"];
        let target = format!("-DoutputDirectory={dir}/lib");
        commands.push(command(&[&words[..], &[target.as_str()]].concat(), &[]));
    }
    Ok(commands)
}

/// A Maven project that depends on these, so that what they need comes with them.
fn pom(coordinates: &[String]) -> String {
    let dependency = |coordinate: &String| {
        let names = ["groupId", "artifactId", "version"];
        let parts = names.iter().zip(coordinate.split(':'));
        let parts: String = parts.map(|(name, part)| format!("<{name}>{part}</{name}>")).collect();
        format!("    <dependency>{parts}</dependency>\n")
    };
    let dependencies: String = coordinates.iter().map(dependency).collect();
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  \
         <groupId>tools</groupId>\n  <artifactId>tool</artifactId>\n  <version>1</version>\n  \
         <dependencies>\n{dependencies}  </dependencies>\n</project>\n"
    )
}

fn is_deb_installed(package: &str) -> bool {
    let argv = ["dpkg-query", "-W", "-f=${db:Status-Status}", package].map(str::to_owned).to_vec();
    let completion = process::run(&Invocation {
        argv,
        cwd: PathBuf::from("/"),
        limits: Limits { wall_s: INSTALL_LIMIT_S, ..Limits::default() },
        ..Invocation::default()
    });
    completion.end == End::Exited(0) && completion.stdout == b"installed"
}

fn remove(folder: &Path) -> Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
            Err(error::cannot_write(folder, &cause))
        }
        _ => Ok(()),
    }
}

//! Measurements as they come, so that an interrupted sweep goes on where it was.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{FORMAT, Measurement, SweepHeader};
use crate::error::{self, Place, Result};
use crate::files;

const HEADER_FILE: &str = "sweep.json";
const MEASUREMENTS_FILE: &str = "measurements.jsonl";

/// A sweep that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// Where it is stored.
    pub dir: PathBuf,
    /// What was asked.
    pub header: SweepHeader,
    /// Ordered by program, then as measured.
    pub measurements: Vec<Measurement>,
}

impl Sweep {
    /// Reads the folder of a sweep; one that is not over has what was measured so far.
    ///
    /// # Errors
    /// There is no sweep in the folder, or it is of a newer format.
    pub fn read(dir: &Path) -> Result<Sweep> {
        let header = read_header(dir)?.ok_or_else(|| error::sweep::none_in(dir))?;
        let measurements = read_measurements(&dir.join(MEASUREMENTS_FILE))?;
        Ok(Sweep { dir: dir.to_owned(), header, measurements: measurements.into_values().collect() })
    }
}

/// Program, criterion and slicer of a measurement.
type MeasurementKey = (String, Option<String>, String);

/// The folder of one sweep.
pub(super) struct MeasurementStore {
    dir: PathBuf,
    header: SweepHeader,
    measurements: BTreeMap<MeasurementKey, Measurement>,
    file: File,
}

impl MeasurementStore {
    /// Begins a sweep, or goes on with one that was asked the same.
    pub(super) fn open(out: &Path, header: SweepHeader, restart: bool) -> Result<MeasurementStore> {
        let [first, second] = [0, 1].map(|idx| header.slicers[idx].name.as_str());
        let dir = out.join("sweep").join(format!("{first},{second}"));
        fs::create_dir_all(&dir).map_err(|cause| error::cannot_write(&dir, &cause))?;
        let path = dir.join(MEASUREMENTS_FILE);
        let begun = if restart { None } else { read_header(&dir)? };
        let measurements = match &begun {
            Some(begun) => {
                if let Some(what) = difference(begun, &header) {
                    return Err(error::sweep::other_request(&dir, what));
                }
                read_measurements(&path)?
            }
            None => BTreeMap::new(),
        };
        let header = SweepHeader { complete: false, ..begun.unwrap_or(header) };
        write_header(&dir, &header)?;
        // Written anew, which drops what an interruption tore.
        let mut text = Vec::new();
        for measurement in measurements.values() {
            text.extend(line(measurement));
        }
        files::replace(&path, text)?;
        let file = OpenOptions::new().append(true).open(&path);
        let file = file.map_err(|cause| error::cannot_write(&path, &cause))?;
        Ok(MeasurementStore { dir, header, measurements, file })
    }

    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }

    pub(super) fn n_stored(&self) -> usize {
        self.measurements.len()
    }

    pub(super) fn has(&self, program: &str, criterion: Option<&str>, slicer: &str) -> bool {
        let key = (program.to_owned(), criterion.map(str::to_owned), slicer.to_owned());
        self.measurements.contains_key(&key)
    }

    pub(super) fn append(&mut self, measurement: Measurement) -> Result<()> {
        let written = self.file.write_all(&line(&measurement)).and_then(|()| self.file.flush());
        written.map_err(|cause| error::cannot_write(&self.dir.join(MEASUREMENTS_FILE), &cause))?;
        self.measurements.insert(key(&measurement), measurement);
        Ok(())
    }

    /// Marks the sweep complete.
    pub(super) fn finish(mut self) -> Result<Sweep> {
        self.header.complete = true;
        write_header(&self.dir, &self.header)?;
        let measurements = self.measurements.into_values().collect();
        Ok(Sweep { dir: self.dir, header: self.header, measurements })
    }
}

fn key(measurement: &Measurement) -> MeasurementKey {
    (measurement.program.clone(), measurement.criterion.clone(), measurement.slicer.clone())
}

fn line(measurement: &Measurement) -> Vec<u8> {
    let mut line = serde_json::to_vec(measurement).expect("a measurement has text keys and finite numbers");
    line.push(b'\n');
    line
}

/// What was asked otherwise: measurements of both would be taken for one sweep.
fn difference(begun: &SweepHeader, asked: &SweepHeader) -> Option<&'static str> {
    let slicers = |header: &SweepHeader| {
        header.slicers.each_ref().map(|slicer| (slicer.version.clone(), slicer.adapter_hash.clone()))
    };
    let differs = [
        ("version of bench-slicers", begun.tool != asked.tool),
        ("version of a slicer", slicers(begun) != slicers(asked)),
        ("suite", begun.suite != asked.suite),
        ("number of runs", begun.max_runs != asked.max_runs),
        ("seed", begun.seed != asked.seed),
    ];
    differs.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
}

fn read_header(dir: &Path) -> Result<Option<SweepHeader>> {
    let path = dir.join(HEADER_FILE);
    let text = match fs::read_to_string(&path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.map_err(|cause| error::cannot_read(&path, &cause))?,
    };
    let bad = |cause: serde_json::Error| {
        error::sweep::bad_header(Place::at(&path, cause.line(), cause.column()), &cause.to_string())
    };
    // The format first: a newer one may have other fields.
    let fields: serde_json::Value = serde_json::from_str(&text).map_err(bad)?;
    match fields["format"].as_u64() {
        Some(found) if found > FORMAT => Err(error::format_too_new(&path, found, FORMAT)),
        _ => serde_json::from_str(&text).map(Some).map_err(bad),
    }
}

/// Lines that are no measurements are measured again: only the last can be torn, and nothing else writes here.
fn read_measurements(path: &Path) -> Result<BTreeMap<MeasurementKey, Measurement>> {
    let text = match fs::read_to_string(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => String::new(),
        text => text.map_err(|cause| error::cannot_read(path, &cause))?,
    };
    let read = |line: &str| serde_json::from_str::<Measurement>(line).ok();
    let unique: BTreeSet<&str> = text.lines().collect();
    Ok(unique.into_iter().filter_map(read).map(|measurement| (key(&measurement), measurement)).collect())
}

fn write_header(dir: &Path, header: &SweepHeader) -> Result<()> {
    let path = dir.join(HEADER_FILE);
    let mut text = serde_json::to_string_pretty(header).expect("a header has text keys and finite numbers");
    text.push('\n');
    files::replace(&path, text)
}

//! Measurements as they come, so that an interrupted sweep goes on where it was.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{FORMAT, Measurement, SweepHeader};
use crate::error::{self, Place, Problem, Result};
use crate::files::{self, RecordsStamp};
use crate::results::{StoredShare, has_all_shares};

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
    /// Something is not as it was written, and was left out.
    pub is_damaged: bool,
}

impl Sweep {
    /// Whether a folder is one of a sweep.
    pub fn is_in(dir: &Path) -> bool {
        dir.join(HEADER_FILE).is_file()
    }

    /// Writes a whole that was put together, in the place of what is there.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn store(mut self, out: &Path) -> Result<Sweep> {
        self.dir = folder(out, &self.header);
        let text: Vec<u8> = self.measurements.iter().flat_map(line).collect();
        files::replace(&self.dir.join(MEASUREMENTS_FILE), &text)?;
        let stamp = self.header.complete.then(|| RecordsStamp::of(&text, &[]));
        write_header(&self.dir, &self.header, stamp)?;
        Ok(self)
    }

    /// Reads the folder of a sweep; one that is not over has what was measured so far. The problems are warnings.
    ///
    /// # Errors
    /// There is no sweep in the folder, or its header is damaged or of a newer format.
    pub fn read(dir: &Path) -> Result<(Sweep, Vec<Problem>)> {
        let (stored, unsealed) = read_header(dir)?.ok_or_else(|| error::sweep::none_in(dir))?;
        let mut problems = Vec::from_iter(unsealed);
        let path = dir.join(MEASUREMENTS_FILE);
        let found = read_measurements(&path, problems.is_empty())?;
        if let Some(stamp) =
            stored.measurements.filter(|stamp| stored.header.complete && *stamp != found.stamp)
        {
            problems.push(error::sweep::other_measurements(&path, found.stamp.n, stamp.n));
        }
        let is_damaged = !found.problems.is_empty() || problems.len() > usize::from(!found.is_sealed);
        problems.extend(found.problems);
        if !stored.header.complete {
            problems.push(error::sweep::incomplete(dir));
        }
        let measurements = found.measurements.into_values().collect();
        Ok((Sweep { dir: dir.to_owned(), header: stored.header, measurements, is_damaged }, problems))
    }
}

/// Puts the shares of one sweep together: what the undivided one would have left, times and machines aside.
///
/// # Errors
/// As [`has_all_shares`].
pub(crate) fn merge(mut parts: Vec<Sweep>, partial: bool) -> Result<Sweep> {
    parts.sort_by(|a, b| a.header.suite.partition.cmp(&b.header.suite.partition).then(a.dir.cmp(&b.dir)));
    let shares: Vec<StoredShare<'_>> = parts.iter().map(share).collect();
    let has_all = has_all_shares(&shares, &|idx| unlike(&parts[0].header, &parts[idx].header), partial)?;
    let mut header = parts[0].header.clone();
    header.created = parts.iter().map(|part| part.header.created.clone()).min().unwrap_or_default();
    header.complete = has_all && parts.iter().all(|part| part.header.complete);
    header.suite.partition = None;
    header.suite.n_tasks = parts.iter().map(|part| part.header.suite.n_tasks).sum();
    let (dir, is_damaged) = (parts[0].dir.clone(), parts.iter().any(|part| part.is_damaged));
    let measurements = parts.into_iter().flat_map(|part| part.measurements);
    let measurements: BTreeMap<MeasurementKey, Measurement> =
        measurements.map(|measurement| (key(&measurement), measurement)).collect();
    Ok(Sweep { dir, header, measurements: measurements.into_values().collect(), is_damaged })
}

/// A share of a sweep, in criteria: those that every slicer was measured on.
fn share(part: &Sweep) -> StoredShare<'_> {
    let mut n_measured: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for measurement in &part.measurements {
        if let Some(criterion) = &measurement.criterion {
            *n_measured.entry((&measurement.program, criterion)).or_default() += 1;
        }
    }
    StoredShare {
        dir: &part.dir,
        partition: part.header.suite.partition.as_deref(),
        is_complete: part.header.complete,
        n_done: n_measured.values().filter(|&&n| n >= part.header.slicers.len()).count(),
        n_tasks: part.header.suite.n_tasks,
    }
}

/// In what two requests differ, besides the share, the time and the machine.
fn unlike(a: &SweepHeader, b: &SweepHeader) -> Option<String> {
    let names = |list: &[String]| list.iter().cloned().collect::<BTreeSet<String>>();
    let of_all = |header: &SweepHeader| SweepHeader { suite: Default::default(), ..header.clone() };
    let differs = [
        ("suite", a.suite.hash != b.suite.hash),
        ("filter", names(&a.suite.filters) != names(&b.suite.filters)),
        (
            "choice of slicers",
            !a.slicers.iter().map(|one| &one.name).eq(b.slicers.iter().map(|one| &one.name)),
        ),
    ];
    let found = differs.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what);
    found.or_else(|| difference(&of_all(a), &of_all(b))).map(str::to_owned)
}

/// The folder of a sweep below that of all results.
fn folder(out: &Path, header: &SweepHeader) -> PathBuf {
    let names: Vec<&str> = header.slicers.iter().map(|slicer| slicer.name.as_str()).collect();
    out.join("sweep").join(names.join(","))
}

/// `sweep.json` as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredSweep {
    #[serde(flatten)]
    header: SweepHeader,
    /// The measurements of a complete sweep; `None` before, and in what older versions wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    measurements: Option<RecordsStamp>,
}

/// What stands in a file of measurements.
struct FoundMeasurements {
    measurements: BTreeMap<MeasurementKey, Measurement>,
    stamp: RecordsStamp,
    problems: Vec<Problem>,
    is_sealed: bool,
}

/// Program, criterion and slicer of a measurement.
type MeasurementKey = (String, Option<String>, String);

/// The folder of one sweep.
pub(super) struct MeasurementStore {
    dir: PathBuf,
    header: SweepHeader,
    measurements: BTreeMap<MeasurementKey, Measurement>,
    file: File,
    problems: Vec<Problem>,
}

impl MeasurementStore {
    /// Begins a sweep, or goes on with one that was asked the same.
    pub(super) fn open(out: &Path, header: SweepHeader, restart: bool) -> Result<MeasurementStore> {
        let dir = folder(out, &header);
        fs::create_dir_all(&dir).map_err(|cause| error::cannot_write(&dir, &cause))?;
        let path = dir.join(MEASUREMENTS_FILE);
        let begun = if restart { None } else { read_header(&dir)? };
        let (measurements, problems, header) = match begun {
            Some((begun, unsealed)) => {
                if let Some(what) = difference(&begun.header, &header) {
                    return Err(error::sweep::other_request(&dir, what));
                }
                let found = read_measurements(&path, unsealed.is_none())?;
                (found.measurements, found.problems, begun.header)
            }
            None => (BTreeMap::new(), Vec::new(), header),
        };
        // Written anew, which drops what an interruption tore.
        let mut text = Vec::new();
        for measurement in measurements.values() {
            text.extend(line(measurement));
        }
        files::replace(&path, text)?;
        let header = SweepHeader { complete: false, ..header };
        write_header(&dir, &header, None)?;
        let file = OpenOptions::new().append(true).open(&path);
        let file = file.map_err(|cause| error::cannot_write(&path, &cause))?;
        Ok(MeasurementStore { dir, header, measurements, file, problems })
    }

    /// What was wrong with measurements that are made again.
    pub(super) fn problems(&self) -> &[Problem] {
        &self.problems
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
        let path = self.dir.join(MEASUREMENTS_FILE);
        let text = fs::read(&path).map_err(|cause| error::cannot_read(&path, &cause))?;
        write_header(&self.dir, &self.header, Some(RecordsStamp::of(&text, &[])))?;
        let measurements = self.measurements.into_values().collect();
        Ok(Sweep { dir: self.dir, header: self.header, measurements, is_damaged: false })
    }
}

fn key(measurement: &Measurement) -> MeasurementKey {
    (measurement.program.clone(), measurement.criterion.clone(), measurement.slicer.clone())
}

fn line(measurement: &Measurement) -> Vec<u8> {
    let line = serde_json::to_string(measurement).expect("a measurement has text keys and finite numbers");
    files::seal_line(&line).into_bytes()
}

/// What was asked otherwise: measurements of both would be taken for one sweep.
fn difference(begun: &SweepHeader, asked: &SweepHeader) -> Option<&'static str> {
    let slicers = |header: &SweepHeader| -> Vec<_> {
        header.slicers.iter().map(|slicer| (slicer.version.clone(), slicer.adapter_hash.clone())).collect()
    };
    let differs = [
        ("version of bench-slicers", begun.tool != asked.tool),
        ("version of a slicer", slicers(begun) != slicers(asked)),
        ("suite", begun.suite != asked.suite),
        ("number of runs", begun.max_runs != asked.max_runs),
        ("seed", begun.seed != asked.seed),
        ("choice of criteria", begun.only_objects != asked.only_objects),
    ];
    differs.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
}

fn read_header(dir: &Path) -> Result<Option<(StoredSweep, Option<Problem>)>> {
    let path = dir.join(HEADER_FILE);
    let Some(text) = files::read_text(&path)? else { return Ok(None) };
    files::parse_sealed(&path, &text, FORMAT, error::sweep::bad_header).map(Some)
}

/// What can be read; a torn last line and damaged ones are measured again.
fn read_measurements(path: &Path, is_sealed: bool) -> Result<FoundMeasurements> {
    let text = match fs::read(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Vec::new(),
        text => text.map_err(|cause| error::cannot_read(path, &cause))?,
    };
    let (mut measurements, mut problems) = (BTreeMap::new(), Vec::new());
    for (idx, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
        match files::parse_line::<Measurement>(line, is_sealed) {
            Ok(Some(measurement)) => drop(measurements.insert(key(&measurement), measurement)),
            Err(_) if line.ends_with(b"\n") => {
                problems.push(error::sweep::changed_measurement(Place::at(path, idx + 1, 0)));
            }
            _ => {}
        }
    }
    Ok(FoundMeasurements { measurements, stamp: RecordsStamp::of(&text, &[]), problems, is_sealed })
}

fn write_header(dir: &Path, header: &SweepHeader, measurements: Option<RecordsStamp>) -> Result<()> {
    let stored = StoredSweep { header: header.clone(), measurements };
    let text = serde_json::to_string_pretty(&stored).expect("a header has text keys and finite numbers");
    files::replace(&dir.join(HEADER_FILE), files::seal(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::results::{Host, SlicerStamp, Status, SuiteStamp, ToolStamp};

    fn header() -> SweepHeader {
        let slicer = |name: &str| SlicerStamp { name: name.to_owned(), ..SlicerStamp::default() };
        SweepHeader {
            format: FORMAT,
            created: "2026-11-21T10:53:06Z".to_owned(),
            complete: false,
            tool: ToolStamp::this(),
            suite: SuiteStamp::default(),
            slicers: vec![slicer("one"), slicer("two")],
            max_runs: [60, 1],
            seed: 1,
            only_objects: false,
            host: Host::default(),
        }
    }

    fn measurement(slicer: &str) -> Measurement {
        Measurement {
            program: "erlang/b1".to_owned(),
            criterion: Some("s1X".to_owned()),
            slicer: slicer.to_owned(),
            status: Status::Answered,
            program_nodes: Some(9),
            nodes: Some(3),
            invented: 0,
            wall_s: 0.25,
            variation: None,
            n_runs: 1,
        }
    }

    fn told(dir: &Path) -> Option<Sweep> {
        let (sweep, problems) = Sweep::read(dir).ok()?;
        assert_eq!(sweep.is_damaged, !problems.is_empty());
        problems.is_empty().then_some(sweep)
    }

    #[test]
    fn no_changed_bit_and_no_cut_of_a_sweep_is_silent() {
        let out = tempfile::tempdir().unwrap();
        let mut store = MeasurementStore::open(out.path(), header(), false).unwrap();
        for slicer in ["one", "two"] {
            store.append(measurement(slicer)).unwrap();
        }
        let sweep = store.finish().unwrap();
        assert_eq!(told(&sweep.dir).as_ref(), Some(&sweep));
        let mut random = Random::new(15);
        for name in [HEADER_FILE, MEASUREMENTS_FILE] {
            let path = sweep.dir.join(name);
            let whole = fs::read(&path).unwrap();
            let flipped = |_| {
                let mut changed = whole.clone();
                changed[random.below(whole.len())] ^= 1 << random.below(8);
                changed
            };
            let flips: Vec<Vec<u8>> = (0..1_000).map(flipped).collect();
            for changed in flips.into_iter().chain((0..whole.len()).map(|n_left| whole[..n_left].to_vec())) {
                fs::write(&path, &changed).unwrap();
                // Not that it has no checksum: the key of the checksum was hit.
                let read = Sweep::read(&sweep.dir).ok().filter(|(_, problems)| problems.is_empty());
                assert!(read.is_none_or(|(read, _)| read == sweep), "{}", String::from_utf8_lossy(&changed));
            }
            fs::write(&path, whole).unwrap();
        }
        // What is damaged is measured again.
        let path = sweep.dir.join(MEASUREMENTS_FILE);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen("0.25", "0.35", 1)).unwrap();
        assert_eq!(told(&sweep.dir), None);
        let mut store = MeasurementStore::open(out.path(), header(), false).unwrap();
        assert_eq!((store.n_stored(), store.problems().len()), (1, 1));
        store.append(measurement("one")).unwrap();
        assert_eq!(store.finish().unwrap().measurements, sweep.measurements);
    }
}

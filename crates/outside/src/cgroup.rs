//! A control group that caps the number of tasks, where one can be made.
//!
//! Watching finds a fork bomb some time after it went off; a cap does not let it grow. It needs the `pids` controller of
//! version 1 or 2 and the right to make a group below our own, so often there is none: then only watching is left.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;

/// A group of this process and whatever it starts.
#[derive(Debug)]
pub struct Cgroup {
    path: PathBuf,
    parent: PathBuf,
}

impl Cgroup {
    /// Moves this process into a new group that has at most `tasks` processes and threads. None where that cannot be.
    pub fn enter(tasks: u64) -> Option<Cgroup> {
        let parent = own_group()?;
        let path = parent.join(format!("plylab-{}", process::id()));
        fs::create_dir(&path).ok()?;
        let group = Cgroup { path, parent };
        let set = |file: &str, value: String| write(&group.path.join(file), &value);
        // Dropping the group removes it again.
        (set("pids.max", tasks.to_string()) && set("cgroup.procs", process::id().to_string()))
            .then_some(group)
    }
}

impl Cgroup {
    /// Leaves the group and removes it. False as long as others are in it, also dead ones that nobody has waited for.
    pub fn leave(&self) -> bool {
        write(&self.parent.join("cgroup.procs"), &process::id().to_string());
        fs::remove_dir(&self.path).is_ok()
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // Nothing is lost if an empty group stays.
        self.leave();
    }
}

/// Writes to a file of the kernel, which is there already.
fn write(file: &Path, value: &str) -> bool {
    file.exists() && fs::write(file, value).is_ok()
}

/// The folder of our own group, of the controller `pids` in version 1, or in version 2.
fn own_group() -> Option<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    find(&groups, &mounts)
}

fn find(groups: &str, mounts: &str) -> Option<PathBuf> {
    let own = |controller: &str| {
        groups.lines().find_map(|line| {
            let mut parts = line.splitn(3, ':').skip(1);
            let controllers = parts.next()?;
            controllers.split(',').any(|name| name == controller).then(|| parts.next()).flatten()
        })
    };
    let mounted = |kind: &str, option: &str| {
        mounts.lines().find_map(|line| {
            let (place, system) = line.split_once(" - ")?;
            let mut system = system.split(' ');
            let is_kind = system.next() == Some(kind);
            let has = option.is_empty() || system.nth(1)?.split(',').any(|name| name == option);
            let mut place = place.split(' ').skip(3);
            let (root, at) = (place.next()?, place.next()?);
            (is_kind && has).then_some((root, at))
        })
    };
    let (group, (root, at)) = match own("pids") {
        Some(group) => (group, mounted("cgroup", "pids")?),
        None => (own("")?, mounted("cgroup2", "")?),
    };
    // In a container the group is seen from its root.
    let below = group.strip_prefix(root).unwrap_or(group);
    Some(Path::new(at).join(below.trim_start_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_group_is_found_in_both_versions() {
        let first = "8:pids:/user/me\n4:memory:/other\n0::/\n";
        let mounts = "30 25 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n\
                      31 25 0:27 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n\
                      32 25 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
        assert_eq!(find(first, mounts), Some("/sys/fs/cgroup/pids/user/me".into()));
        let second = "0::/user.slice/me.scope\n";
        let mounts = "32 25 0:28 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
        assert_eq!(find(second, mounts), Some("/sys/fs/cgroup/user.slice/me.scope".into()));
        let inside = "32 25 0:28 /docker/x /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
        assert_eq!(find("0::/docker/x/me\n", inside), Some("/sys/fs/cgroup/me".into()));
        assert_eq!(find(second, ""), None);
    }
}

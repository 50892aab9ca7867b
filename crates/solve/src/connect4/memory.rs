//! Two memory hints for the table. Neither changes its contents.
//!
//! A search reads the table at random addresses. The cost is latency: first a TLB miss, because ordinary pages are too
//! many for the TLB, and then a cache miss.

/// Asks for huge pages, if the system has them. Call it before the memory is first used.
pub(super) fn ask_for_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let bytes = size_of_val(memory);
        let start: *mut u8 = memory.as_mut_ptr().cast();
        let skip = start.align_offset(PAGE);
        let Some(length) =
            bytes.checked_sub(skip).map(|length| length & !(PAGE - 1)).filter(|&length| length > 0)
        else {
            return;
        };
        // SAFETY: the range lies in `memory`, which is borrowed alone for the time of the call: `skip` and `length` are
        // at most its size. This advice only chooses the size of the pages behind the range; bytes read from it are
        // the same afterwards, and it can be given for memory of any kind. If the system refuses it, nothing happens.
        #[expect(unsafe_code, reason = "no safe function gives this advice for memory that is not a file's")]
        let _ =
            unsafe { rustix::mm::madvise(start.add(skip).cast(), length, rustix::mm::Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// Prefetches a value that will be read soon.
#[inline(always)]
pub(super) fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect that a program can see, and faults at no address; this one is that of a
        // live reference besides. Every x86-64 processor has the instruction.
        #[expect(unsafe_code, reason = "the instruction has no safe form")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

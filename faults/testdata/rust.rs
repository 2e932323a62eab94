// A program of Rust's standard library: its own start, threads, panics, unwinding, and
// libc's heap. Its first argument is the name of a scenario.
use std::alloc::{alloc, dealloc, Layout};
use std::collections::HashMap;
use std::process::{Command, exit};
use std::sync::{mpsc, Arc, Mutex};
use std::{env, panic, thread};

struct Guard(u32);

impl Drop for Guard {
    fn drop(&mut self) {
        println!("dropped {}", self.0);
    }
}

fn deep(n: u32) -> u32 {
    let _guard = Guard(n);
    if n == 0 {
        panic!("at the bottom");
    }
    deep(n - 1) + 1
}

fn heap() {
    let mut map = HashMap::new();
    for i in 0..10000u64 {
        map.insert(i, vec![i; (i % 50) as usize]);
    }
    map.retain(|k, _| k % 3 == 0);
    let total: u64 = map.values().map(|v| v.iter().sum::<u64>()).sum();
    println!("{}", total);
    for align in [8usize, 64, 4096] {
        let layout = Layout::from_size_align(1000, align).unwrap();
        unsafe {
            let p = alloc(layout);
            println!("{}", p as usize % align);
            dealloc(p, layout);
        }
    }
    println!("{}", Vec::<u8>::new().try_reserve(usize::MAX / 4).is_err());
}

fn threads() {
    let (to, from) = mpsc::channel();
    let sum = Arc::new(Mutex::new(0));
    let all: Vec<_> = (0..8)
        .map(|i| {
            let (to, sum) = (to.clone(), sum.clone());
            thread::Builder::new().name(format!("worker {}", i)).spawn(move || {
                *sum.lock().unwrap() += i;
                to.send(Box::new(i)).unwrap();
            }).unwrap()
        })
        .collect();
    drop(to);
    for t in all {
        t.join().unwrap();
    }
    println!("{} {}", from.iter().map(|b| *b).sum::<i32>(), sum.lock().unwrap());
}

fn main() {
    // Without the thread's number, which is another one in each run.
    panic::set_hook(Box::new(|info| {
        let trace = std::backtrace::Backtrace::force_capture().to_string();
        eprintln!("panicked at {}, {}", info.location().unwrap(), trace.contains("main"));
    }));
    let all: [(&str, fn()); 7] = [
        ("heap", heap),
        ("threads", threads),
        ("panics", || println!("{}", panic::catch_unwind(|| deep(5)).is_err())),
        ("panic-in-thread", || println!("{}", thread::spawn(|| deep(3)).join().is_err())),
        ("uncaught", || panic!("uncaught")),
        ("starts", || {
            let out = Command::new("/bin/sh").args(["-c", "echo out; exit 6"]).output().unwrap();
            println!("{:?} {:?}", out.status.code(), out.stdout);
            println!("{}", Command::new("/nowhere").spawn().is_err());
            println!("{:?}", Command::new("/usr/bin/env").env_clear().output().unwrap().stdout);
        }),
        ("exits", || exit(11)),
    ];
    match env::args().nth(1) {
        None => all.iter().for_each(|(name, _)| println!("{}", name)),
        Some(wanted) => {
            all.iter().filter(|(name, _)| *name == wanted).for_each(|(_, run)| run());
            println!("end");
        }
    }
}

/** Help text of `jelab heap`. */

export const HEAP_USAGE = `jelab heap <what> [options] FILE...

Reads heap dumps (heap_v2, the old "heap profile:" kind, symbolised ones), prof_log and prof_recent JSON.

  top        the table of jeprof --text; several files are added up by address, as there (one process)
  folded     a line per stack, as jeprof --collapsed
  diff       two files, BEFORE AFTER, joined by module and offset: change, its standard error, z
  sum        many files of many processes, joined by module and offset, each by its own rate, as the top table
  series     files of one process over time: what grows from dump to dump, its standard error, z (at most 100 rows)
  pprof      a file for pprof and speedscope, of one dump or of the sum of many; --thread all labels the threads
  raw        a symbolised dump, which needs no binary any more
  csv, json  the top table, with standard errors, for spreadsheets and scripts

  --inuse_space, --inuse_objects, --alloc_space, --alloc_objects
                         which of the four counters (default: --inuse_space)
  --show_bytes           bytes, not MB of 2^20 bytes
  --cum                  sort by the bytes with callees
  --lines, --files, --addresses
                         a row per line of code, file or address (default: function)
  --base FILE            subtract this dump (top and folded, by address)
  --drop_negative        with --base: what shrank counts as zero
  --thread N|all         one report for a thread, or one for each (top, folded, pprof)
  --focus RE             only stacks in which a frame matches (address, short name or file:line)
  --ignore RE            without the stacks in which a frame matches
  --retain RE, --exclude RE
                         only frames whose name matches, or without those
  --prune LIST           allocator frames to take off: jeprof (default; the list of 5.3.0), dev (that of the
                         development tree), union (both, and misattributed names), off
  --estimate KIND        jeprof (default; for diff and series: best): each record by its mean size; best: records of one
                         size by their true number of samples; written: the counters as they are
  --bin PATH             an ELF program, library or debug file to take names from, or a folder in which the
                         modules of the dump lie; may be repeated
  --symbols FILE         names: lines "0xADDRESS name", or a symbolised dump; may be repeated
  -o, --output FILE      write there (default: standard output); .gz compresses
  --max-expanded BYTES   let a compressed file expand to this much (such as 8G)
  -h, --help             this text

Options may be written with - for _. Regular expressions are JavaScript's, unanchored, as Perl's in jeprof; a
leading (?i) ignores case.
`;

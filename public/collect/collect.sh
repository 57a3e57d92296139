#!/bin/sh
# Records a trace of jemalloc's page allocator (hpa) or of its small extent cache (sec) with bpftrace, as CSV that
# jelab reads. README.md beside this file is the guide. POSIX sh; needs hpa.bt and sec.bt beside it, bpftrace, awk, sort.
#
# bpftrace -> a pipe -> split_rows (checks rows, counts, cuts into parts) -> finish_parts (order, names, compression)
set -u

usage() {
	cat <<'EOF'
collect.sh hpa|sec [options] -p PID
collect.sh hpa|sec [options] -- COMMAND [ARGUMENT...]

Records what jemalloc's probes say in a running process, or in a command from its start.

  -p PID      the process to listen to
  -l FILE     the file with the probes, as the process sees its path (default: found)
  -o NAME     name of what is written: NAME.hpa.csv.gz, NAME.hpa.info (default: jelab-PID-DATE)
  -d SECONDS  stop after this time
  -n ROWS     stop after this many rows
  -s MIB      begin a new file after this many MiB of rows, as CSV
  -t SECONDS  begin a new file after this time
  -g SECONDS  with -s or -t: hold rows back this long to bring those of several CPUs in order (default: 10)
  -z KIND     gzip (default), zstd or none
  -b PAGES    buffer for rows on each CPU, in pages, a power of two (default: 1024)
  -h          this text

Ctrl-C stops. A COMMAND still running when recording stops gets SIGTERM.
EOF
}

# Names of files reach the terminal without control characters.
say() { printf '%s\n' "collect: $*" | LC_ALL=C tr '\001-\011\013-\037\177' '?' >&2; }
refuse() {
	say "$*"
	exit 1
}

# whole OPTION: sets $number from $OPTARG; refuses what is no whole number from 1 to 9 digits.
whole() {
	number=$OPTARG
	case $number in
	'' | *[!0-9]* | ??????????*) refuse "$1 wants a whole number, not \"$number\"." ;;
	esac
	# Zeros in front would make it octal, and name nothing in /proc.
	while :; do case $number in 0?*) number=${number#0} ;; *) break ;; esac; done
}

has() { command -v "$1" >/dev/null 2>&1; }

# ---- arguments ----

kind=${1-}
case $kind in
hpa)
	time_field=3
	header=shard_ind_int,addr_int,nsecs_int,probe,size_int
	;;
sec)
	time_field=4
	header=process_id,thread_id,thread_name,nsecs_int,_c4,sec_ptr_int,sec_shard_ptr_int,edata_ptr_int,size_int,is_frequent_reuse_int
	;;
-h | --help | help)
	usage
	exit 0
	;;
'')
	usage >&2
	exit 2
	;;
*)
	say "the first word is what to record, hpa or sec, not \"$kind\"."
	exit 2
	;;
esac
shift

pid='' library='' name='' seconds=0 rows=0 part_mib=0 part_seconds=0 guard=10 compression=gzip pages=1024
while getopts p:l:o:d:n:s:t:g:z:b:h option; do
	case $option in
	p) whole -p && pid=$number ;;
	l) library=$OPTARG ;;
	o) name=$OPTARG ;;
	d) whole -d && seconds=$number ;;
	n) whole -n && rows=$number ;;
	s) whole -s && part_mib=$number ;;
	t) whole -t && part_seconds=$number ;;
	g) whole -g && guard=$number ;;
	z) compression=$OPTARG ;;
	b) whole -b && pages=$number ;;
	h)
		usage
		exit 0
		;;
	*)
		usage >&2
		exit 2
		;;
	esac
done
shift $((OPTIND - 1))

[ -n "$pid" ] || [ $# -gt 0 ] || refuse 'what to listen to? Give -p PID, or -- and a command.'
[ -z "$pid" ] || [ $# -eq 0 ] || refuse 'give either -p PID or a command, not both.'
case $compression in
gzip) suffix=.gz ;;
zstd) suffix=.zst ;;
none) suffix='' ;;
*) refuse "-z takes gzip, zstd or none, not \"$compression\"." ;;
esac

# ---- what must be there ----

[ "$(uname -s)" = Linux ] || refuse 'only Linux has the probes that this needs.'
[ "$(id -u)" = 0 ] || refuse 'run it as root: bpftrace needs the rights to load BPF programs and to trace (CAP_BPF and CAP_PERFMON).'
has bpftrace || refuse 'bpftrace is not installed (Debian, Ubuntu: apt-get install bpftrace; Fedora: dnf install bpftrace).'
for tool in awk sort mktemp; do has "$tool" || refuse "$tool is not installed."; done
[ "$compression" = none ] || has "$compression" || refuse "$compression is not installed; -z chooses another compression."
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
script=$here/$kind.bt
[ -r "$script" ] || refuse "$kind.bt must lie beside collect.sh, in $here."

alive() { [ -r "/proc/$1/status" ] && ! grep -q '^State:[[:space:]]*[ZX]' "/proc/$1/status" 2>/dev/null; }
if [ -n "$pid" ]; then
	alive "$pid" || refuse "there is no process $pid."
else
	has "$1" || refuse "the command \"$1\" is not found."
fi
# The script tells processes apart by the kernel's own numbers, which are seen in the first PID namespace only. Elsewhere
# bpftrace's -p does, but it ends at once with its process and may leave its last rows behind.
outside=''
[ "$(readlink /proc/self/ns/pid)" != 'pid:[4026531836]' ] || outside=1
if [ -z "$outside" ] && [ -z "$pid" ]; then
	refuse 'a command can be recorded only outside containers (in the first PID namespace): start it, then use -p PID.'
fi

[ -n "$name" ] || name=jelab-${pid:-${1##*/}}-$(date +%Y%m%d-%H%M%S)
base=$name.$kind
folder=$(dirname -- "$base")
if [ ! -d "$folder" ] || [ ! -w "$folder" ]; then refuse "$folder is no folder that can be written to."; fi
for old in "$base".csv* "$base".[0-9]*.csv* "$base".info; do
	[ ! -e "$old" ] || refuse "$old is there already; choose another name with -o."
done

# ---- signals, and what is left behind ----

stopping='' bpf='' command='' spool=''
leave() {
	[ -z "$bpf" ] || ! alive "$bpf" || kill -KILL "$bpf" 2>/dev/null
	[ -z "$command" ] || ! alive "$command" || kill -KILL "$command" 2>/dev/null
	[ -z "$spool" ] || rm -rf -- "$spool"
}
trap leave EXIT
trap 'stopping=1' INT TERM HUP
spool=$(mktemp -d "$folder/.collect.XXXXXX") || refuse "no folder can be made in $folder."
# Absolute and free of odd characters: its names go to bpftrace and into awk.
case $spool in /*) ;; *) spool=$PWD/$spool ;; esac
link=$(mktemp -d /tmp/collect.XXXXXX) || refuse 'no folder can be made in /tmp.'
leave_all() {
	leave
	rm -rf -- "$link"
}
trap leave_all EXIT

# ---- the file with the probes ----

# probes FILE: the names of the probes in it that are jemalloc's, one a line.
probes() {
	grep -qaF stapsdt -- "$1" 2>/dev/null || return 0
	case $1 in
	/*) ln -sfn -- "$1" "$link/probed" ;;
	*) ln -sfn -- "$PWD/$1" "$link/probed" ;;
	esac
	bpftrace -l "usdt:$link/probed:jemalloc:*" 2>/dev/null | sed -n 's/^usdt:.*:jemalloc://p'
}

# usable FILE NAME: true when it has both probes of this kind; else $near_miss may tell what it has.
near_miss=''
usable() {
	found=$(probes "$1")
	if printf '%s\n' "$found" | grep -q "${kind}_alloc\$" && printf '%s\n' "$found" | grep -q "${kind}_dalloc\$"; then
		return 0
	fi
	if [ -n "$found" ]; then
		near_miss="$2 has jemalloc's probes, but not ${kind}_alloc and ${kind}_dalloc: its jemalloc is too old for them."
	elif [ -z "$near_miss" ] && grep -qaF '<jemalloc>' -- "$1" 2>/dev/null; then
		near_miss="$2 has jemalloc without probes: build it with --enable-experimental-sdt."
	fi
	return 1
}

# Files of which a process has code mapped, jemalloc by its name first: path, then the range to reach it when deleted.
mapped() {
	awk '$2 ~ /x/ && $5 != 0 {
		range = $1; sub(/^0+/, "", range); sub(/-0+/, "-", range); line = $0
		for (i = 0; i < 5; i++) sub(/^[^ ]+ +/, "", line)
		if (substr(line, 1, 1) == "/" && !(line in seen)) { seen[line] = 1; print (line ~ /jemalloc/ ? 0 : 1) "\t" range "\t" line }
	}' "/proc/$1/maps" 2>/dev/null | sort -s -n -k1,1 | cut -f2-
}

# Sets $file (how we reach the file) and $library (how the process calls it).
file=''
find_in_process() {
	root=/proc/$pid/root
	if [ -n "$library" ]; then
		file=$root$library
		[ -r "$file" ] || refuse "process $pid sees no file $library."
		usable "$file" "$library" || refuse "${near_miss:-$library has no probes of jemalloc.}"
		return
	fi
	mapped "$pid" >"$spool/mapped"
	[ -s "$spool/mapped" ] || refuse "the memory map of process $pid cannot be read."
	while IFS='	' read -r range path; do
		# Deleted, or named as seen from elsewhere (chroot): the map itself leads to it.
		file=$root$path
		[ -r "$file" ] || file=/proc/$pid/map_files/$range
		if usable "$file" "$path"; then
			library=$path
			return
		fi
	done <"$spool/mapped"
	refuse "${near_miss:-process $pid has no jemalloc, neither in the program nor in a library ($(grep -c '' "$spool/mapped") files looked at).}"
}

find_for_command() {
	program=$(command -v -- "$1")
	if [ -n "$library" ]; then
		file=$library
		[ -r "$file" ] || refuse "$library cannot be read."
		usable "$file" "$library" || refuse "${near_miss:-$library has no probes of jemalloc.}"
		return
	fi
	{
		printf '%s\n' "$program"
		ldd "$program" 2>/dev/null | sed -n -e 's/ (0x[0-9a-f]*)$//' -e 's/^.* => //' -e 's/^[[:space:]]*//' -e '/\//p'
	} >"$spool/mapped"
	while IFS= read -r file; do
		if usable "$file" "$file"; then
			library=$file
			return
		fi
	done <"$spool/mapped"
	refuse "${near_miss:-no jemalloc is found in $program or in the libraries it starts with; -l names the file.}"
}

if [ -n "$pid" ]; then find_in_process; else find_for_command "$1"; fi
[ -z "$stopping" ] || exit 1

case $file in
/*) ln -sn -- "$file" "$link/probes" ;;
*) ln -sn -- "$PWD/$file" "$link/probes" ;;
esac

# ---- rows into parts ----

# mawk waits for a full block otherwise.
interactive=''
case $(awk -W version 2>&1 </dev/null | head -n 1) in mawk*) interactive='-W interactive' ;; esac

# Reads bpftrace's lines; writes rows to parts, the path of each finished part to the standard output, and counts.
split_rows() {
	# The first line comes once the probes are set.
	while IFS= read -r line; do
		case $line in "$header") : >"$spool/ready" && break ;; esac
		printf '%s\n' "$line" >>"$spool/stray"
	done
	cpus=$(getconf _NPROCESSORS_ONLN 2>/dev/null || grep -c '^processor' /proc/cpuinfo)
	# shellcheck disable=SC2086
	LC_ALL=C SPOOL=$spool BPF=$bpf exec awk $interactive -F, -v kind="$kind" -v time_field="$time_field" -v limit="$rows" \
		-v cpus="$cpus" -v part_bytes="$part_mib" -v part_seconds="$part_seconds" '
	function stop() { system("kill -TERM " ENVIRON["BPF"] " 2>/dev/null"); stopped = 1 }
	BEGIN {
		spool = ENVIRON["SPOOL"]
		part_bytes *= 1048576
		row = kind == "hpa" ? "^[0-9]+,[0-9]+,[0-9]+,hpa_d?alloc,[0-9]+$" \
			: "^[0-9]+,[0-9]+,[\\\\x0-9a-f]*,[0-9]+,(sec_alloc,[0-9]+,[0-9]+,[0-9]+,[0-9]+,[0-9]+|sec_dalloc,[0-9]+,[0-9]+,[0-9]+,,)$"
		part = spool "/part.1"; parts = 1
	}
	$0 ~ row {
		if (full) next
		if (bytes > 0 && ((part_bytes > 0 && bytes >= part_bytes) || (part_seconds > 0 && $time_field - first >= part_seconds * 1e9))) {
			close(part); print part; fflush()
			part = spool "/part." ++parts; bytes = 0
		}
		if (bytes == 0) first = $time_field
		print > part
		bytes += length($0) + 1
		count++
		if (count == limit) { full = 1; stop() }
		next
	}
	# Once recording is to end at a time, it ends when every CPU has passed it.
	/^tick,[0-9]+,[0-9]+$/ {
		if (until == "" && (getline until < (spool "/until")) <= 0) { until = ""; close(spool "/until"); next }
		if ($3 > until + 0 && !($2 in passed)) {
			passed[$2] = 1
			print $2 >> (spool "/passed"); close(spool "/passed")
			if (++passes >= cpus && !stopped) stop()
		}
		next
	}
	/[Ll]ost [0-9]+ events/ { match($0, /[Ll]ost [0-9]+/); lost += substr($0, RSTART + 5, RLENGTH - 5); next }
	$0 != "" { stray++; print >> (spool "/stray") }
	END {
		printf "%.0f %.0f %d\n", lost, stray, full > (spool "/counts")
		close(spool "/counts")
		if (bytes > 0) { close(part); print part; fflush() }
	}'
}

# A CPU that idles when its tick is due gives none. Those still to pass the end are kept busy, politely, for one tick.
wake_cpus() {
	has taskset && has timeout || return 0
	list=$(cat /sys/devices/system/cpu/online 2>/dev/null) || return 0
	for range in $(printf '%s' "$list" | tr ',' ' '); do
		cpu=${range%-*}
		while [ "$cpu" -le "${range#*-}" ]; do
			grep -qx "$cpu" "$spool/passed" 2>/dev/null ||
				taskset -c "$cpu" timeout 0.7 nice -n 19 sh -c 'while :; do :; done' 2>/dev/null &
			cpu=$((cpu + 1))
		done
	done
}

compress() {
	case $compression in
	gzip) gzip -c ;;
	zstd) zstd -q -c ;;
	none) cat ;;
	esac
}

# write_rows FILE: the first lines of sorted $spool/sorted (up to $cut) as a whole file of its own.
write_rows() {
	if {
		printf '%s\n' "$header"
		head -n "$cut" "$spool/sorted" | LC_ALL=C awk -F, -v OFS=, -v kind="$kind" '
		function digit(c) { return index("0123456789abcdef", c) - 1 }
		# Text of a thread name: printable ASCII as it is, all else and the backslash as \xNN, quoted where CSV needs it.
		function text(hex,    i, code, out, quote) {
			if (hex in known) return known[hex]
			for (i = 3; i <= length(hex); i += 4) {
				code = 16 * digit(substr(hex, i, 1)) + digit(substr(hex, i + 1, 1))
				if (code == 0) break
				# A spreadsheet takes what begins so for a formula.
				if (code < 32 || code > 126 || code == 92 || (i == 3 && index("=+-@", sprintf("%c", code)) > 0)) out = out substr(hex, i - 2, 4)
				else {
					if (code == 34 || code == 44 || code == 32) quote = 1
					out = out (code == 34 ? "\"\"" : sprintf("%c", code))
				}
			}
			return known[hex] = quote ? "\"" out "\"" : out
		}
		kind == "sec" { $3 = text($3) }
		{ print }'
	} | { compress && : >"$spool/compressed"; } >"$1.part" && [ -e "$spool/compressed" ]; then
		rm -f -- "$spool/compressed"
		mv -- "$1.part" "$1" && printf '%s\n' "$1" >>"$spool/files"
	else
		rm -f -- "$1.part"
		return 1
	fi
}

# Reads the paths of parts. All rows of a part that no later row can precede go to a file; the others wait.
finish_parts() {
	number=0 last=0 late=0 count=0 frees=0
	: >"$spool/waiting"
	while :; do
		if IFS= read -r part; then over=''; else over=1 part=/dev/null; fi
		LC_ALL=C sort -s -t, -k"$time_field,${time_field}n" -T "$spool" -o "$spool/sorted" -- "$spool/waiting" "$part" || return 1
		[ "$part" = /dev/null ] || rm -f -- "$part"
		: >"$spool/waiting"
		# Of some CPUs rows may have come that are later than the end, of others not.
		until=''
		[ -z "$over" ] || until=$(cat "$spool/until" 2>/dev/null)
		# Lines to write; of these, lines before the last one of the file before, and frees; the time of the last.
		# shellcheck disable=SC2046 # four numbers
		set -- $(LC_ALL=C awk -F, -v field="$time_field" -v last="$last" -v over="$over" -v until="$until" -v guard="$guard" '
			NR == FNR { newest = $field; next }
			over != "" ? until == "" || $field <= until + 0 : $field <= newest - guard * 1e9 {
				cut = FNR; time = $field
				if ($field + 0 < last + 0) late++
				if ($0 ~ /_dalloc,/) frees++
			}
			END { printf "%.0f %.0f %.0f %s\n", cut, late, frees, time == "" ? last : time }
		' "$spool/sorted" "$spool/sorted")
		cut=$1
		if [ "$cut" -gt 0 ]; then
			late=$((late + $2)) count=$((count + cut)) frees=$((frees + $3)) last=$4 number=$((number + 1))
			target=$base.csv$suffix
			[ $((part_mib + part_seconds)) -eq 0 ] || target=$base.$(printf %04d "$number").csv$suffix
			write_rows "$target" || return 1
			[ -n "$over" ] || tail -n "+$((cut + 1))" "$spool/sorted" >"$spool/waiting" || return 1
		else
			mv -f -- "$spool/sorted" "$spool/waiting" || return 1
		fi
		[ -z "$over" ] || break
	done
	printf '%s\n' "$count $frees $late" >"$spool/totals"
}

# ---- recording ----

mkfifo "$spool/lines" || exit 1
if [ -z "$pid" ]; then
	# It waits for a line on a pipe, which comes when the probes are set. (Stopping it by signal confuses some shells.)
	mkfifo "$spool/gate" || exit 1
	exec 3<&0 4<>"$spool/gate"
	# shellcheck disable=SC2016
	sh -c 'read -r go <"$0" && exec "$@"' "$spool/gate" "$@" <&3 4<&- &
	command=$!
	exec 3<&-
fi

export BPFTRACE_PERF_RB_PAGES="$pages"
# bpftrace must outlive Ctrl-C and a closed terminal, which end recording through this script: it has rows to bring.
(
	trap '' HUP
	session=''
	! has setsid || session=setsid
	if [ -n "$outside" ]; then
		exec $session bpftrace -q "$script" "$link/probes" "${pid:-$command}" 1
	fi
	exec $session bpftrace -q -p "$pid" "$script" "$library" 0 1
) >"$spool/lines" 2>"$spool/errors" &
bpf=$!
(
	trap '' INT TERM HUP
	# What they would say of a full disk is told at the end.
	split_rows <"$spool/lines" | { finish_parts || : >"$spool/failed"; }
) 2>/dev/null &
writer=$!

began=$(date +%s) told='' why='' now='' waited=0 hasty=''
while alive "$bpf"; do
	if [ -z "$told" ] && [ -e "$spool/ready" ]; then
		told=1 began=$(date +%s)
		say "recording $kind of ${pid:+process $pid}${command:+$1}, probes in $library; Ctrl-C stops."
		[ -z "$command" ] || echo go >&4
	fi
	if [ -z "$why" ]; then
		if [ -n "$stopping" ]; then
			why='it was interrupted'
		elif [ -e "$spool/failed" ]; then
			why='a file could not be written'
		elif [ "$seconds" -gt 0 ] && [ -n "$told" ] && [ $(($(date +%s) - began)) -ge "$seconds" ]; then
			why='its time was over'
		elif ! alive "${pid:-$command}"; then
			why='the process ended'
		fi
		if [ -n "$why" ]; then
			# In the scripts' own clock.
			[ -z "$told" ] || now=$(bpftrace -q -e 'BEGIN { printf("%lu\n", nsecs); exit(); }' 2>/dev/null | grep -m 1 '^[0-9][0-9]*$')
			if [ -n "$now" ]; then
				{ printf '%s\n' "$now" >"$spool/until.new" && mv -- "$spool/until.new" "$spool/until"; } 2>/dev/null || now=''
			fi
			if [ -z "$now" ]; then
				kill -TERM "$bpf" 2>/dev/null
			fi
		fi
	elif [ $((waited += 1)) -eq 150 ]; then
		hasty=1
		kill -TERM "$bpf" 2>/dev/null
	elif [ -n "$now" ] && [ $((waited % 5)) -eq 3 ]; then
		wake_cpus
	fi
	sleep 0.2 2>/dev/null || sleep 1
done
wait "$bpf"
status=$?
bpf=''
while alive "$writer"; do wait "$writer"; done
ended=$(date +%s)
target=$command
if [ -n "$command" ] && alive "$command"; then
	kill -TERM "$command" 2>/dev/null
	wait "$command" 2>/dev/null
fi
command=''

# ---- what came of it ----

# Words of bpftrace that mean nothing here: it may lock little memory, and removes its probes in two ways.
errors=$(grep -v -e RLIMIT_MEMLOCK -e uprobe_events -e 'failed to detach' -e '^$' "$spool/errors" 2>/dev/null)
if [ ! -e "$spool/ready" ]; then
	[ -z "$stopping" ] || refuse "stopped before the probes were set${errors:+: $errors}."
	refuse "bpftrace could not set the probes (status $status): ${errors:-it gave no reason.}"
fi
lost=0 stray=0 full=0 count=0 frees=0 late=0 failed=''
[ ! -e "$spool/failed" ] || failed=1
if ! read -r lost stray full <"$spool/counts" || ! read -r count frees late <"$spool/totals"; then
	failed=1
fi 2>/dev/null
lost=$((lost + $(sed -n 's/.*[Ll]ost \([0-9][0-9]*\) events.*/\1/p' "$spool/errors" | awk '{ n += $1 } END { printf "%.0f", n }')))
files=$(cat "$spool/files" 2>/dev/null)
[ "$full" = 0 ] || why='it had enough rows'
[ -n "$why" ] || alive "${pid:-$target}" || why='the process ended'

# Of what could not be written there is no count.
allocations=$((count - frees))
[ -z "$failed" ] || count=unknown allocations=unknown frees=unknown late=unknown
{
	printf '%s\n' "kind: $kind" "process: ${pid:-$*}" "probes in: $library" "bpftrace: $(bpftrace --version 2>/dev/null)" \
		"began: $(date -u -d "@$began" +%Y-%m-%dT%H:%M:%SZ 2>/dev/null || printf '%s' "$began")" "seconds: $((ended - began))" \
		"stopped because: ${why:-bpftrace ended}" "rows: $count" "allocations: $allocations" "frees: $frees" \
		"lost events: $lost" "late rows: $late" "other lines: $stray"
	printf '%s\n' "$files" | sed -n 's/^./file: &/p'
} 2>/dev/null >"$base.info"
[ -s "$base.info" ] || rm -f -- "$base.info"

[ -n "$failed" ] || say "$count rows ($allocations allocations, $frees frees) in $((ended - began)) s."
[ "$lost" = 0 ] || say "bpftrace lost $lost events: a larger buffer (-b $((pages * 4))) keeps more. Frees whose allocation was lost count as unmatched."
[ -z "$hasty" ] || say 'bpftrace did not catch up within 30 s of the end: the last rows of some CPUs may be missing.'
[ -n "$failed" ] || [ "$late" = 0 ] || say "$late rows came too late for their file and stand in the next one; a larger -g keeps the order."
[ "$stray" = 0 ] || say "$stray lines of bpftrace were no rows and were left out, the first: $(head -n 1 "$spool/stray" | LC_ALL=C tr -c '[:print:]\n' '?')"
if [ -n "$failed" ]; then
	[ -z "$files" ] || printf '%s\n' "$files"
	refuse "a file could not be written, and the rows for it are lost: is the disk full? Files that are there are whole."
fi
if [ "$count" = 0 ]; then
	refuse "no row came. Is HPA on (MALLOC_CONF=hpa:true)$([ "$kind" = hpa ] || printf ' and SEC too (hpa_sec_nshards above 0)')? Was anything allocated?"
fi
printf '%s\n' "$files"

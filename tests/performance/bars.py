"""Every metric of `make bench`, with its unit and its bar, in the order of the table.

A bar is what a release has to reach on two cores. It is changed here only, with the measurements in the commit message.
Times and rates are those of one computer. Elsewhere their multiples of a calibration decide: see `calibration.py`.
"Processor time" is user and system time of the server and its child processes; any other time is wall-clock time.
"""

from tests.performance.calibration import Reference
from tests.performance.table import Metric

# What the calibrations take on that computer: the output of `python -m tests.performance.reference`.
REFERENCE = Reference(work=0.0667, page=0.1332)

# start.py
START_CPU = Metric("start: processor time to the first 200 of /api/health", "s", at_most=0.95)
START = Metric("start: time to the first 200", "s", at_most=0.95)

# start_stages.py; the options and the port, a few milliseconds, count to the app
START_STAGES = {
    stage: Metric(f"start, {stage}: processor time", "ms") for stage in ("imports", "app", "database", "ready")
}
START_GROWTH = Metric("start: processor time after 3 years with 80,000 files / of a new class", "x", at_most=1.1)

# memory.py
IDLE_MEMORY = Metric("memory, idle: RSS of the server + USS of its helpers", "MB", at_most=93)
LOADED_MEMORY = Metric("memory after 30 photos at once and 30 sign-ins", "MB", at_most=160)
PHOTOS = Metric("30 photos at once: time to the last response", "s")

# reads.py
STATS_CPU = Metric("stats of 30 students, 30 clients: server's processor time a request", "ms", at_most=0.85)
STATS_RATE = Metric("stats, 30 clients: rate", "requests/s", at_least=1700)
STATS_LATENCY = Metric("stats, 1 client: p50", "ms")
STATS_GROWTH = Metric("stats, 1 client: processor time after 3 years / with an empty history", "x", at_most=1.2)
GOALS_CPU = Metric("current goals of a student, 30 clients: server's processor time a request", "ms", at_most=0.7)

# members.py
MEMBER_STATS_CPU = Metric(
    "stats by one of 5 co-teachers, 200 teachers, 30 clients: server's processor time a request", "ms", at_most=0.85
)
MEMBER_STREAM_ARRIVAL = Metric(
    "40 live streams of a class with 6 members, a change each second: p95 of its arrival", "ms", at_most=300
)

# history.py
STUDENT_SCREENS_CPU = Metric("My Goals, store, history after 3 years: server's processor time a call", "ms")
STUDENT_SCREENS_GROWTH = Metric("My Goals, store, history: processor time after 3 years / 2 months", "x", at_most=1.2)
TEACHER_QUEUE_CPU = Metric("what waits for the teacher after 3 years: server's processor time a call", "ms")
TEACHER_QUEUE_GROWTH = Metric("what waits for the teacher: processor time after 3 years / 2 months", "x", at_most=1.2)

QUEUE_CPU = Metric("review queue of 30 submissions after 3 years: server's processor time", "ms")
QUEUE_GROWTH = Metric("review queue of 30 submissions: processor time after 3 years / 2 months", "x", at_most=1.1)
PORTFOLIO_CPU = Metric("portfolio, a page of 30 photos, after 3 years: processor time with the previews", "ms")
PORTFOLIO_GROWTH = Metric("portfolio, a page of 30 photos: processor time after 3 years / 2 months", "x", at_most=1.1)
PORTFOLIO_SIZE = Metric("portfolio, a page of 30 photos: one response", "KB", at_most=400)
RECORD_CPU = Metric("record of a goal after 3 years: server's processor time", "ms")
RECORD_GROWTH = Metric("record of a goal: processor time after 3 years / 2 months", "x", at_most=1.1)

# day_job.py
DAY_JOB = Metric("goals of a new day, 40 students in 10 series, after 3 years: processor time", "s", at_most=1.0)
DAY_JOB_AGAIN = Metric("goals of a day that is made already: processor time", "ms")

# terms.py
NEW_TERM = Metric("new term with balances at 0, 40 students, after 3 years: processor time without backup", "s")
NEW_TERM_CALL = Metric("new term: server's processor time with the backup before it", "s", at_most=3)
NEW_TERM_READS = Metric("My Goals while a new term begins: p95", "ms", at_most=300)

# progress.py
PROGRESS_CPU = Metric("progress of 40 students, a term of a year of 3: server's processor time", "ms", at_most=20)
PROGRESS_GROWTH = Metric("progress of 40 students, 8 weeks: processor time after 3 years / 2 months", "x", at_most=1.2)
REPORTS_CPU = Metric("reports of 30 students, a term of a year of 3: server's processor time", "ms", at_most=60)
MY_PROGRESS_CPU = Metric("My Progress after 3 years: server's processor time", "ms", at_most=5)

# sign_ins.py
LAST_SIGN_IN = Metric("30 sign-ins at once: time to the last response", "s", at_most=0.65)
READS_DURING_SIGN_INS = Metric("30 sign-ins at once: p95 of 100 dashboard reads a second meanwhile", "ms", at_most=60)
SIGN_IN_CPU = Metric("30 sign-ins at once: processor time of one, with its share of the reads", "ms")
SIGN_IN_STORM = Metric("40 sign-ins within 5 s: p95", "ms")

# sample_class.py
SAMPLE_CLASS = Metric("sample class: time until it is made, while another teacher reads", "s", at_most=2)
SAMPLE_CLASS_CPU = Metric("sample class: processor time", "s")

# first_load.py
LOGIN_REQUESTS = Metric("login page, empty cache: requests", "requests", at_most=7)
LOGIN_BYTES = Metric("login page, empty cache: transferred", "KB", at_most=175)
LOGIN_PAINT = Metric("login page, empty cache: first contentful paint", "ms", at_most=330)
FIRST_LOAD_REQUESTS = Metric("login page to My Goals, empty cache: requests", "requests")
FIRST_LOAD_BYTES = Metric("login page to My Goals, empty cache: transferred", "KB")
FIRST_LOAD_CODE = Metric("login page to My Goals, empty cache: JavaScript and CSS sent, gzip", "KB", at_most=185)
FIRST_LOAD_FONTS = Metric("login page to My Goals, empty cache: fonts", "KB", at_most=40)

# chromebook.py
CHROMEBOOK_LOGIN_PAINT = Metric("Chromebook, login page, empty cache: first contentful paint", "ms")
CHROMEBOOK_GOALS_REQUESTS = Metric("Chromebook, My Goals after signing in: requests", "requests", at_most=14)
CHROMEBOOK_GOALS = Metric("Chromebook, My Goals after signing in: time until shown", "ms", at_most=800)
CHROMEBOOK_GOALS_SHIFT = Metric("Chromebook, My Goals after signing in: cumulative layout shift", "", at_most=0.1)
CHROMEBOOK_AGAIN_REQUESTS = Metric("Chromebook, My Goals with a warm cache: requests", "requests", at_most=16)
CHROMEBOOK_AGAIN = Metric("Chromebook, My Goals with a warm cache: time until shown", "ms", at_most=600)
CHROMEBOOK_AGAIN_SHIFT = Metric("Chromebook, My Goals with a warm cache: cumulative layout shift", "", at_most=0.1)

# desktop.py
WINDOW_CPU = Metric("window: processor time to the login screen", "s")
WINDOW = Metric("window: double-click to the login screen", "s", at_most=1.5)
WINDOW_MEMORY = Metric("window, idle: memory (PSS) of server and window", "MB")
IDLE_SERVER_CPU = Metric("window, idle: processor of the server, of one core", "%", at_most=0.5)
IDLE_WINDOW_CPU = Metric("window, idle: processor of the window, of one core", "%", at_most=1.0)

# packaged.py
PACKAGED_WINDOW_CPU = Metric("packaged: processor time to the login screen, with the web view", "s")
PACKAGED_WINDOW = Metric("packaged: double-click to the login screen", "s", at_most=1.3)
PACKAGED_START_CPU = Metric("packaged: processor time to the first 200 of /api/health", "s")
PACKAGED_START = Metric("packaged: time to the first 200", "s", at_most=1.0)
BUNDLE_SIZE = Metric("packaged: size of the bundle", "MB", at_most=165)
PACKAGE_SIZE = Metric("packaged: size of the largest package", "MB", at_most=58)

# address_change.py
ADDRESS_CHANGE = Metric("address change: time until reachable by name", "s", at_most=5, is_wait=True)

# reviews.py, purchases.py
REVIEW_CPU = Metric("approvals (commit and fsync each), 8 clients: server's processor time of one", "ms")
REVIEW_RATE = Metric("approvals, 8 clients: rate", "requests/s")
PURCHASE_RATE = Metric("30 students buy one item at once: purchases and refusals", "requests/s")
WRONGLY_SOLD = Metric("30 students buy the last 10 of an item, 20 times: items sold too many or too few", "", at_most=0)

# streams.py
STREAM_ARRIVAL = Metric("40 live streams, a change each second: p95 of its arrival", "ms", at_most=300)
STREAM_MEMORY = Metric("40 live streams: server's memory", "MB")
STREAM_CPU = Metric("40 live streams: server's processor, of one core", "%")

# backups.py
FIRST_BACKUP_CPU = Metric("first daily backup of 3 years with 40,000 photos: processor time", "s")
SECOND_BACKUP_CPU = Metric("second daily backup: processor time", "s")
SECOND_BACKUP = Metric("second daily backup: time", "s", at_most=60)
BACKUP_SIZE = Metric("first daily backup: size", "MB")
BACKUP_GROWTH = Metric("second daily backup: size added", "MB")

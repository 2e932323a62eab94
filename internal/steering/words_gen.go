// Code generated from steering.def. DO NOT EDIT.

package steering

// Version is that of the definition.
const Version = 16

// The words, by their groups.
const (
	HeadSchedule           = "sparse-schedule"
	HeadVerdict            = "steering"
	DirectiveWatchdog      = "watchdog"
	DirectiveFast          = "fast"
	DirectiveHold          = "hold"
	DirectiveUntil         = "until"
	DirectivePerhaps       = "perhaps"
	DirectiveLinger        = "linger"
	DirectiveInput         = "input"
	DirectiveGoal          = "goal"
	DirectiveWatch         = "watch"
	DirectiveKind          = "kind"
	DirectiveWindow        = "window"
	DirectiveTitle         = "title"
	DirectiveWhich         = "which"
	DirectiveTarget        = "target"
	DirectiveText          = "text"
	DirectiveAt            = "at"
	DirectiveKey           = "key"
	DirectiveWait          = "wait"
	DirectiveLoop          = "loop"
	DirectiveAfter         = "after"
	DirectiveOptional      = "optional"
	DirectiveOnceHeld      = "once held"
	AsksSays               = "says"
	GoalFree               = "free"
	GoalUse                = "use"
	MomentBegin            = "begin"
	MomentPause            = "pause"
	MomentResume           = "resume"
	MomentEnd              = "end"
	VerdictDiverged        = "diverged"
	VerdictHold            = "hold"
	VerdictRelease         = "release"
	VerdictSkip            = "skip"
	VerdictLinger          = "linger"
	VerdictInput           = "input"
	VerdictOptional        = "optional"
	VerdictCall            = "call"
	VerdictListens         = "listens"
	VerdictFreed           = "freed"
	VerdictBlock           = "block"
	VerdictFreer           = "freer"
	VerdictGoal            = "goal"
	VerdictQuestion        = "question"
	VerdictAsks            = "asks"
	VerdictExit            = "exit"
	DivergedVersion        = "version"
	DivergedSchedule       = "schedule"
	DivergedHoldTimeout    = "hold-timeout"
	DivergedLingerTimeout  = "linger-timeout"
	DivergedWatchdog       = "watchdog"
	DivergedNoWatchdog     = "no-watchdog"
	DivergedAwaitedRemoved = "awaited-removed"
	DivergedAwaitedBehind  = "awaited-behind"
	DivergedAwaitedTimer   = "awaited-timer"
	DivergedAwaitedIdle    = "awaited-idle"
	DivergedNeverHeld      = "never-held"
	DivergedHeldFlushed    = "held-flushed"
	DivergedHeldPassed     = "held-passed"
	DivergedHeldClosed     = "held-closed"
	DivergedHeldSent       = "held-sent"
	DivergedNoRoom         = "no-room"
	DivergedExitHolding    = "exit-holding"
	DivergedExitLetGo      = "exit-let-go"
	DivergedExitInput      = "exit-input"
	DivergedInputUnplayed  = "input-unplayed"
	DivergedInputBlocked   = "input-blocked"
	DivergedInputWaits     = "input-waits"
	DivergedNoStart        = "no-start"
	InputClose             = "close"
	InputPress             = "press"
	InputRelease           = "release"
	InputMove              = "move"
	InputWheel             = "wheel"
	InputKeypress          = "keypress"
	InputKeyrelease        = "keyrelease"
	InputTouchpress        = "touchpress"
	InputTouchmove         = "touchmove"
	InputTouchrelease      = "touchrelease"
	InputPenpress          = "penpress"
	InputPenmove           = "penmove"
	InputPenrelease        = "penrelease"
	InputGesturebegin      = "gesturebegin"
	InputGesturemove       = "gesturemove"
	InputGestureend        = "gestureend"
	InputGesture           = "gesture"
	InputCompose           = "compose"
	InputDbus              = "dbus"
	InputSignal            = "signal"
	CallTypes              = "sobiuxt"
	CallPlain              = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:-"
	LabelPosted            = "posted"
	LabelTimer             = "timer"
	LabelCall              = "call"
	LabelInput             = "input"
	LabelStray             = "stray input"
	LabelIn                = " in "
	LabelNumber            = " #"
	LabelBirth             = "~"
	LabelAny               = "*"
	LabelNoise             = "~"
	LabelMain              = "main"
	LabelThread            = "thread "
	LabelFreed             = "freed"
	ReportHeadline         = "ERROR: sparseracer: "
	ReportSummary          = "SUMMARY: sparseracer: "
	ReportUse              = "heap-use-after-free"
	ReportTwice            = "double-free"
	ReportStack            = "stack-delete"
	ReportFault            = "SEGV"
	ReportAbort            = "abort"
	ReportRead             = "READ"
	ReportWrite            = "WRITE"
	ReportSize             = " of size "
	ReportFreed            = "freed by thread "
	ReportAllocated        = "previously allocated by thread "
	ReportRefers           = "refers to 0x"
	ReportFrom             = ", allocated at "
	ReportFunction         = "!0x"
	ReportOffset           = "+0x"
	FreedInLoop            = "loop"
	FreedInFree            = "free"
	EnvironmentOptions     = "SPARSERACER_OPTIONS"
	EnvironmentNetwork     = "SPARSERACER_NETWORK"
	OptionSteering         = "steering"
	OptionSchedule         = "schedule"
	OptionVerdict          = "verdict"
	OptionTrace            = "trace"
	OptionChild            = "child"
	OptionFollow           = "follow"
	OptionMaxSize          = "max_size"
	OptionRing             = "ring"
	OptionCompress         = "compress"
	OptionValues           = "values"
	OptionFlow             = "flow"
	OptionUnrecorded       = "unrecorded"
	OptionFilters          = "filters"
	OptionLook             = "qt_look"
	OptionSettle           = "qt_settle"
	OptionStatus           = "qt_status"
	OptionWindows          = "qt_windows"
	OptionSabotage         = "sabotage"
	OptionUnseen           = "unseen"
	OptionGuardSites       = "stock_guard"
	OptionGuardReport      = "stock_report"
	OptionGuardKeep        = "stock_keep"
	OptionPauseTimes       = "stock_times"
	OptionPython           = "stock_python"
	UnrecordedClass        = "class "
	UnrecordedFilter       = "filter "
	StatusPlaced           = " in place"
	LookFile               = "look"
	LookWindow             = "window "
	LookObject             = "object "
	LookTimer              = "timer "
	LookHandler            = "handler "
)

// The most that the libraries have room for.
const (
	MostLabel   = 319
	MostHolds   = 64
	MostLingers = 8
	MostUntils  = 32
	MostInputs  = 2048
	MostAfters  = 8
	MostWaitMs  = 86400000
	MostKind    = 15
	MostWindow  = 127
	MostTitle   = 127
	MostWhich   = 383
	MostTarget  = 383
	MostText    = 127
	MostAt      = 127
	MostKey     = 127
	MostSays    = 319
	MostSites   = 64
	MostModule  = 127
)

// Words are all of them.
var Words = []Word{
	{"head", "schedule", "sparse-schedule"},
	{"head", "verdict", "steering"},
	{"directive", "watchdog", "watchdog"},
	{"directive", "fast", "fast"},
	{"directive", "hold", "hold"},
	{"directive", "until", "until"},
	{"directive", "perhaps", "perhaps"},
	{"directive", "linger", "linger"},
	{"directive", "input", "input"},
	{"directive", "goal", "goal"},
	{"directive", "watch", "watch"},
	{"directive", "kind", "kind"},
	{"directive", "window", "window"},
	{"directive", "title", "title"},
	{"directive", "which", "which"},
	{"directive", "target", "target"},
	{"directive", "text", "text"},
	{"directive", "at", "at"},
	{"directive", "key", "key"},
	{"directive", "wait", "wait"},
	{"directive", "loop", "loop"},
	{"directive", "after", "after"},
	{"directive", "optional", "optional"},
	{"directive", "once_held", "once held"},
	{"asks", "says", "says"},
	{"goal", "free", "free"},
	{"goal", "use", "use"},
	{"moment", "begin", "begin"},
	{"moment", "pause", "pause"},
	{"moment", "resume", "resume"},
	{"moment", "end", "end"},
	{"verdict", "diverged", "diverged"},
	{"verdict", "hold", "hold"},
	{"verdict", "release", "release"},
	{"verdict", "skip", "skip"},
	{"verdict", "linger", "linger"},
	{"verdict", "input", "input"},
	{"verdict", "optional", "optional"},
	{"verdict", "call", "call"},
	{"verdict", "listens", "listens"},
	{"verdict", "freed", "freed"},
	{"verdict", "block", "block"},
	{"verdict", "freer", "freer"},
	{"verdict", "goal", "goal"},
	{"verdict", "question", "question"},
	{"verdict", "asks", "asks"},
	{"verdict", "exit", "exit"},
	{"diverged", "version", "version"},
	{"diverged", "schedule", "schedule"},
	{"diverged", "hold_timeout", "hold-timeout"},
	{"diverged", "linger_timeout", "linger-timeout"},
	{"diverged", "watchdog", "watchdog"},
	{"diverged", "no_watchdog", "no-watchdog"},
	{"diverged", "awaited_removed", "awaited-removed"},
	{"diverged", "awaited_behind", "awaited-behind"},
	{"diverged", "awaited_timer", "awaited-timer"},
	{"diverged", "awaited_idle", "awaited-idle"},
	{"diverged", "never_held", "never-held"},
	{"diverged", "held_flushed", "held-flushed"},
	{"diverged", "held_passed", "held-passed"},
	{"diverged", "held_closed", "held-closed"},
	{"diverged", "held_sent", "held-sent"},
	{"diverged", "no_room", "no-room"},
	{"diverged", "exit_holding", "exit-holding"},
	{"diverged", "exit_let_go", "exit-let-go"},
	{"diverged", "exit_input", "exit-input"},
	{"diverged", "input_unplayed", "input-unplayed"},
	{"diverged", "input_blocked", "input-blocked"},
	{"diverged", "input_waits", "input-waits"},
	{"diverged", "no_start", "no-start"},
	{"input", "close", "close"},
	{"input", "press", "press"},
	{"input", "release", "release"},
	{"input", "move", "move"},
	{"input", "wheel", "wheel"},
	{"input", "keypress", "keypress"},
	{"input", "keyrelease", "keyrelease"},
	{"input", "touchpress", "touchpress"},
	{"input", "touchmove", "touchmove"},
	{"input", "touchrelease", "touchrelease"},
	{"input", "penpress", "penpress"},
	{"input", "penmove", "penmove"},
	{"input", "penrelease", "penrelease"},
	{"input", "gesturebegin", "gesturebegin"},
	{"input", "gesturemove", "gesturemove"},
	{"input", "gestureend", "gestureend"},
	{"input", "gesture", "gesture"},
	{"input", "compose", "compose"},
	{"input", "dbus", "dbus"},
	{"input", "signal", "signal"},
	{"call", "types", "sobiuxt"},
	{"call", "plain", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:-"},
	{"label", "posted", "posted"},
	{"label", "timer", "timer"},
	{"label", "call", "call"},
	{"label", "input", "input"},
	{"label", "stray", "stray input"},
	{"label", "in", " in "},
	{"label", "number", " #"},
	{"label", "birth", "~"},
	{"label", "any", "*"},
	{"label", "noise", "~"},
	{"label", "main", "main"},
	{"label", "thread", "thread "},
	{"label", "freed", "freed"},
	{"report", "headline", "ERROR: sparseracer: "},
	{"report", "summary", "SUMMARY: sparseracer: "},
	{"report", "use", "heap-use-after-free"},
	{"report", "twice", "double-free"},
	{"report", "stack", "stack-delete"},
	{"report", "fault", "SEGV"},
	{"report", "abort", "abort"},
	{"report", "read", "READ"},
	{"report", "write", "WRITE"},
	{"report", "size", " of size "},
	{"report", "freed", "freed by thread "},
	{"report", "allocated", "previously allocated by thread "},
	{"report", "refers", "refers to 0x"},
	{"report", "from", ", allocated at "},
	{"report", "function", "!0x"},
	{"report", "offset", "+0x"},
	{"freed_in", "loop", "loop"},
	{"freed_in", "free", "free"},
	{"environment", "options", "SPARSERACER_OPTIONS"},
	{"environment", "network", "SPARSERACER_NETWORK"},
	{"option", "steering", "steering"},
	{"option", "schedule", "schedule"},
	{"option", "verdict", "verdict"},
	{"option", "trace", "trace"},
	{"option", "child", "child"},
	{"option", "follow", "follow"},
	{"option", "max_size", "max_size"},
	{"option", "ring", "ring"},
	{"option", "compress", "compress"},
	{"option", "values", "values"},
	{"option", "flow", "flow"},
	{"option", "unrecorded", "unrecorded"},
	{"option", "filters", "filters"},
	{"option", "look", "qt_look"},
	{"option", "settle", "qt_settle"},
	{"option", "status", "qt_status"},
	{"option", "windows", "qt_windows"},
	{"option", "sabotage", "sabotage"},
	{"option", "unseen", "unseen"},
	{"option", "guard_sites", "stock_guard"},
	{"option", "guard_report", "stock_report"},
	{"option", "guard_keep", "stock_keep"},
	{"option", "pause_times", "stock_times"},
	{"option", "python", "stock_python"},
	{"unrecorded", "class", "class "},
	{"unrecorded", "filter", "filter "},
	{"status", "placed", " in place"},
	{"look", "file", "look"},
	{"look", "window", "window "},
	{"look", "object", "object "},
	{"look", "timer", "timer "},
	{"look", "handler", "handler "},
}

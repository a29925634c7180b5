/**
 * What is judged, in the order of the table: the member of a sample, what it is called, its unit, and the least drift in an
 * hour that matters where a hundredth of the level is less. What the engine compiles, and when, is not for the program to say.
 */
export const series = [
  { member: 'heap', title: 'heap after collection', unit: 'MiB', least: 0.05 },
  { member: 'compiled', title: 'compiled code', unit: 'MiB', least: 0.05, isJudged: false },
  { member: 'buffers', title: 'memory outside the heap', unit: 'MiB', least: 0.05 },
  { member: 'rss', title: 'RSS', unit: 'MiB', least: 0 },
  { member: 'files', title: 'open files', unit: '', least: 0.5 },
  { member: 'sockets', title: 'sockets', unit: '', least: 0.5 },
  { member: 'timers', title: 'timers that keep it alive', unit: '', least: 0.5 },
  { member: 'libraryTimers', title: 'timers of the library', unit: '', least: 0.5 },
  { member: 'children', title: 'child processes', unit: '', least: 0.5 },
  { member: 'replies', title: 'open replies', unit: '', least: 0.5 },
  { member: 'sessions', title: 'sessions in memory', unit: '', least: 0.5 },
  { member: 'handlers', title: 'running handlers', unit: '', least: 0.5 },
  { member: 'loopDelay', title: 'event loop delay', unit: 'ms', least: 0.1 },
]

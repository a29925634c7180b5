const units = ['B', 'KB', 'MB', 'GB']

/** `1.2 KB` */
export function formatBytes(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** power
  return `${power === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[power]}`
}

/** `41 ms`, `1.2 s`, `3 min 5 s`, `2 h 10 min` */
export function formatMs(ms: number): string {
  if (ms < 1) return '<1 ms'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1_000)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** `14:02:07.120`, in the time of this machine. */
export function formatTime(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const ms = String(date.getMilliseconds()).padStart(3, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`
}

const grouped = new Intl.NumberFormat('en')

/** `1,284` */
export function formatCount(count: number): string {
  return grouped.format(count)
}

/** `1 message`, `2 messages` */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** An identifier for an operation or a subscription: new for each. */
export function newId(): string {
  return crypto.randomUUID()
}

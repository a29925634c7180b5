import type { HistoryEvent } from './history-event.js'

/** An event as one line: its time, its kind, then what it says. */
export function describeEvent(event: HistoryEvent): string {
  const { kind, at, ...rest } = event
  const words = Object.entries(rest).map(([name, value]) => `${name}=${clip(toText(value))}`)
  return [at === undefined ? '' : `${at}ms`, kind, ...words].filter((word) => word !== '').join(' ')
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}

function clip(text: string): string {
  return text.length <= longText ? text : `${text.slice(0, longText)}… (${text.length} characters)`
}

const longText = 300

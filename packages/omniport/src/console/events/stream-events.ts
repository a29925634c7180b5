import type { ServerResponse } from 'node:http'
import type { StreamLine } from '../contract.js'
import type { EventLog } from './event-log.js'

export interface StreamOptions {
  readonly log: EventLog
  /** Continue after this. */
  readonly after: number
  readonly session: string
}

/** Writes events to a response until its client leaves. A slow client is waited for, and told of a gap when it is too slow. */
export function streamEvents(response: ServerResponse, { log, after, session }: StreamOptions): void {
  let cursor = after
  let isBlocked = false
  const write = (line: string) => {
    isBlocked = !response.write(line)
  }
  const writeLine = (line: StreamLine) => write(`${JSON.stringify(line)}\n`)
  const pump = () => {
    while (!isBlocked) {
      const events = log.after(cursor)
      if (events === undefined) {
        cursor = log.cursor
        writeLine({ type: 'gap', cursor })
        continue
      }
      const last = events.at(-1)
      if (last === undefined) return
      cursor = last.cursor
      write(events.map(({ line }) => line).join(''))
    }
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' })
  response.on('drain', () => {
    isBlocked = false
    pump()
  })
  writeLine({ type: 'hello', version: 1, session, cursor: log.cursor })
  const stopListening = log.listen(pump)
  const timer = setInterval(() => {
    if (!isBlocked) writeLine({ type: 'beat', cursor })
  }, beatMs)
  timer.unref()
  response.once('close', () => {
    stopListening()
    clearInterval(timer)
  })
  pump()
}

const beatMs = 15_000

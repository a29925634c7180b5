export interface SseEvent {
  /** Default: `message`. */
  readonly event?: string | undefined
  readonly id?: string | undefined
  /** One line. An event without data only sets its other fields. */
  readonly data: string
  /** The time to wait before reconnecting, in milliseconds. */
  readonly retry?: number | undefined
}

/** Encodes an event. Neither `id` nor `data` may contain a line break. JSON text contains none. */
export function formatSseEvent({ event, id, data, retry }: SseEvent): string {
  const head = (event === undefined ? '' : `event: ${event}\n`) + (id === undefined ? '' : `id: ${id}\n`)
  return `${head}${retry === undefined ? '' : `retry: ${retry}\n`}data: ${data}\n\n`
}

/** A comment, which keeps the connection open. */
export const sseComment = ':\n\n'

/** The headers of an event stream. spec: basic/transports/streamable-http#receiving-messages */
export const sseHeaders = Object.freeze({
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
})

/** One server-sent event. */
export interface SseEvent {
  /** Default: `message`. */
  readonly event?: string | undefined
  readonly id?: string | undefined
  /** One line. Empty data makes an event that only sets what else it carries. */
  readonly data: string
  /** How long to wait before coming back, in milliseconds. */
  readonly retry?: number | undefined
}

/** An event as it travels. Neither `id` nor `data` may hold a line break: JSON text does not. */
export function formatSseEvent({ event, id, data, retry }: SseEvent): string {
  const head = (event === undefined ? '' : `event: ${event}\n`) + (id === undefined ? '' : `id: ${id}\n`)
  return `${head}${retry === undefined ? '' : `retry: ${retry}\n`}data: ${data}\n\n`
}

/** A line that carries nothing and keeps the connection open. */
export const sseComment = ':\n\n'

/** The headers of an event stream. spec: basic/transports/streamable-http#receiving-messages */
export const sseHeaders = Object.freeze({
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
})

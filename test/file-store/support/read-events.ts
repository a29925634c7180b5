import type { JsonValue } from 'omniport/protocol'
import type { EventLog } from 'omniport/store'

/** Reads the events of a stream that are there, or the code of the error. */
export async function readEvents(
  log: EventLog,
  stream: string,
  after?: string,
): Promise<readonly JsonValue[] | string> {
  const controller = new AbortController()
  const found: JsonValue[] = []
  const reading = (async () => {
    for await (const { event } of log.read(stream, after, controller.signal)) found.push(event)
  })()
  const failed = reading.then(
    () => undefined,
    (reason: { readonly code: string }) => reason.code,
  )
  // What is there is read without a pause.
  await new Promise((resolve) => setImmediate(resolve))
  controller.abort()
  return (await failed) ?? found
}

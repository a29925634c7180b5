import { RpcError } from '../../../../jsonrpc/messages/rpc-error.js'
import { atExpiry } from '../../../at-expiry.js'
import type { HttpContext } from '../../requests/http-context.js'
import { HttpError } from '../../requests/http-error.js'
import { serveNotification } from '../../requests/start-request.js'
import type { TableSession } from '../serve-session.js'
import type { HttpSession } from '../sessions/http-session.js'
import { isGap, type ParsedEventId, parseEventId, type SessionStream } from './session-stream.js'
import { StreamReader } from './stream-reader.js'

/**
 * Opens the GET stream of a session, or resumes any of its streams after `Last-Event-ID`. A new reader of a stream replaces
 * the one before. The reply ends when the credentials it was opened with end: the client comes back with new ones.
 * spec: 2025-11-25 basic/transports#listening-for-messages-from-the-server, #resumability-and-redelivery
 * @throws HttpError 406, 429 or 503, and 400 for an event that is not of this session or no longer stored
 */
export async function serveGetStream(context: HttpContext, { session, table }: TableSession): Promise<void> {
  context.assertAcceptsStream()
  const eventId = eventIdOf(context)
  const { principal, owner } = context
  let reader: StreamReader | undefined
  const release = context.concurrency.openStream({ principal, owner, end: () => reader?.stop() })
  try {
    const stream = eventId === undefined ? session.streams.createGetStream() : await resume(session, eventId)
    if (eventId === undefined && table.isShared) void table.trySave(session)
    introduce(context, session)
    const { sendsPrimingEvents } = session
    reader = new StreamReader({ stream, position: eventId?.position ?? '', sendsPrimingEvents })
    await readStream(context, session, { stream, reader, isNew: eventId === undefined })
  } finally {
    release()
  }
}

/** @throws HttpError 400 if events are gone, or none can come */
async function resume({ streams }: HttpSession, { key, position }: ParsedEventId): Promise<SessionStream> {
  if (!(await streams.stream(key).canResume(position))) refuseEventId()
  const isAlive = await streams.isAlive(key, position).catch((reason: unknown) => {
    if (isGap(reason)) refuseEventId()
    throw reason
  })
  if (!isAlive) throw new HttpError(400, RpcError.invalidRequest(servedNoMore))
  return streams.resumeStream(key)
}

/** A session that another node began is made known to the server of this node, which notifies it of changes from now on. */
function introduce(context: HttpContext, session: HttpSession): void {
  if (session.isIntroduced) return
  session.isIntroduced = true
  const { revision, client } = session
  const message = { jsonrpc: '2.0', method: 'notifications/initialized' } as const
  serveNotification(context, { message, revision, client, session })
}

function eventIdOf({ request }: HttpContext): ParsedEventId | undefined {
  const lastEventId = request.header('last-event-id')
  if (lastEventId === undefined || lastEventId === '') return undefined
  return parseEventId(lastEventId) ?? refuseEventId()
}

const servedNoMore = 'Last-Event-ID names a stream whose request no node serves any more; its effect may have happened'

interface OpenedStream {
  readonly stream: SessionStream
  readonly reader: StreamReader
  readonly isNew: boolean
}

async function readStream(
  context: HttpContext,
  session: HttpSession,
  { stream, reader, isNew }: OpenedStream,
): Promise<void> {
  const stopTimer = atExpiry(context.principal, context.settings.runtime, () => reader.stop())
  const stopWatch = isNew ? () => {} : session.streams.watch(stream.key, () => reader.stop())
  try {
    context.request.onClose(() => reader.stop())
    await begin(reader, context)
    const events = context.openEventStream(() => reader.stop())
    if (isNew) stream.begin()
    const detach = session.streams.attach(stream.key, reader)
    await reader.run(events).finally(detach)
  } finally {
    stopTimer()
    stopWatch()
    reader.stop()
  }
}

/** Waits for one turn of the event loop: a read that finds a gap fails within it. @throws HttpError 400 */
async function begin(reader: StreamReader, { settings }: HttpContext): Promise<void> {
  const turn = new Promise<void>((resolve) => settings.runtime.defer(resolve))
  try {
    await Promise.race([reader.begin(), turn])
  } catch (reason) {
    if (!isGap(reason)) throw reason
    refuseEventId()
  }
}

/** Refuses events that never existed, belong to another session or are no longer stored, all in the same words. */
function refuseEventId(): never {
  const message = 'Last-Event-ID names no event of this session that is still kept: events may have been missed'
  throw new HttpError(400, RpcError.invalidRequest(message))
}

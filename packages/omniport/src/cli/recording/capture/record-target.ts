import type { AuthOptions } from '../../../entries/client.js'
import type { Recorder } from '../../../entries/protocol.js'
import type { RecordedTarget } from '../../command-line/invocation.js'
import { formatLine } from '../../output/format-line.js'
import type { Io } from '../../process/io.js'
import { serveTap } from '../../tap/http/serve-tap.js'
import { createUpstream } from '../../tap/tap-command.js'
import type { ResolvedTarget } from '../../target/resolved-target.js'
import type { ReplayConnection } from '../replay/connection.js'
import { openModule, openProgram, type PipeOptions } from '../replay/program-connection.js'

export interface RecordTargetOptions {
  readonly recorder: Recorder
  readonly auth: AuthOptions | undefined
  readonly io: Io
}

/** Puts a recorder between a client of this process and a server: over pipes, and in front of an address. */
export async function recordTarget(
  target: ResolvedTarget,
  { recorder, auth, io }: RecordTargetOptions,
): Promise<RecordedTarget> {
  if (target.type !== 'url') {
    return recordPipes(recorder, (pipes) =>
      target.type === 'module'
        ? openModule(target.server, pipes)
        : openProgram({ cwd: io.cwd, ...target.command }, io.env, pipes),
    )
  }
  const onError = (reason: unknown) => io.stderr(formatLine(`[warning] ${String(reason)}`))
  const { upstream, isRepeatable } = await createUpstream(target, { auth, recorder, onError })
  const url = new URL(target.address.url)
  const served = await serveTap({ url, port: 0, recorder, upstream, isRepeatable, onReplaced: () => {} })
  return { target: served.url, close: () => served.close() }
}

/** A client whose messages are written to pipes, and read from them. */
async function recordPipes(
  recorder: Recorder,
  open: (pipes: PipeOptions) => Promise<ReplayConnection>,
): Promise<RecordedTarget> {
  const [fromServer, toServer] = [new TransformStream<unknown>(), new TransformStream<unknown>()]
  const writer = fromServer.writable.getWriter()
  const ignore = () => {
    // The client has closed the streams.
  }
  const connection = await open({
    recorder: recorder.pipe(),
    onMessage: (message) => void writer.write(message).catch(ignore),
    onEnd: () => void writer.close().catch(ignore),
  })
  const sending = sendAll(toServer.readable, connection).catch(ignore)
  return {
    target: { readable: fromServer.readable, writable: toServer.writable },
    async close() {
      await connection.close()
      await Promise.race([sending, Promise.resolve()])
    },
  }
}

async function sendAll(messages: ReadableStream<unknown>, connection: ReplayConnection): Promise<void> {
  const reader = messages.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read())
    await connection.send(JSON.stringify(next.value), clientLine)
}

/** Over pipes only the text counts. */
const clientLine = { ms: 0, transport: 'stdio', connection: 1, from: 'client' } as const

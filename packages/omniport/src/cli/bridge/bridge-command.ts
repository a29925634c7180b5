import { once } from 'node:events'
import { Writable } from 'node:stream'
import { createGateway, type Gateway, type GatewayEvent } from '../../entries/gateway.js'
import { isRevision, type Revision, revisions } from '../../entries/protocol.js'
import { resolveAuth } from '../client/resolve-auth.js'
import type { Invocation, Protocol } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { formatOutput } from '../output/format-line.js'
import { writeResult } from '../output/write-result.js'
import type { Io } from '../process/io.js'
import { resolveTarget } from '../target/resolve-target.js'
import type { ResolvedTarget } from '../target/resolved-target.js'
import { version } from '../version.js'

/**
 * `bridge <target>` serves a server over stdio, for hosts that only start programs, and with `--port` over HTTP, for those that
 * only connect to addresses; in every revision, whichever the server has. Ends when the input ends, or when it is interrupted.
 */
export async function bridgeCommand(invocation: Invocation, io: Io): Promise<number> {
  const { options, words } = invocation
  if (words.length > 0) throw new CliError('usage', `bridge takes one target, got "${words[0]}" as well`)
  const revision = toRevision(options.protocol)
  const target = await resolveTarget(invocation, io)
  const auth = await resolveAuth(options, target, io)
  const ways = 'ways' in target ? target.ways : undefined
  const isHttp = options.port !== undefined
  const gateway = createGateway({
    name: 'omniport-bridge',
    version,
    upstreams: {
      bridged: {
        target: toTarget(target),
        auth,
        prefix: '',
        timeoutMs: options.timeout ?? ways?.timeoutMs,
        revision: options.protocol === undefined ? ways?.revision : revision,
      },
    },
    // Only programs of this machine can connect, and each request would start the server anew otherwise.
    isolation: isHttp ? 'shared' : 'principal',
    onEvent: (event) => describe(event, io),
  })
  try {
    return isHttp ? await serveAddress(gateway, invocation, io) : await servePipes(gateway, io)
  } finally {
    await gateway.close()
  }
}

function toTarget(target: ResolvedTarget) {
  if (target.type === 'url') return target.address
  return target.type === 'command' ? target.command : target.server
}

function toRevision(protocol: Protocol = 'auto'): Revision | undefined {
  if (protocol === 'auto') return undefined
  if (isRevision(protocol)) return protocol
  const known = revisions.join(', ')
  throw new CliError('usage', `bridge: --protocol takes auto or one revision here, of ${known}; got "${protocol}"`)
}

async function serveAddress(gateway: Gateway, { options }: Invocation, io: Io): Promise<number> {
  const { serveHttp } = await import('../../entries/node.js')
  const served = await serveHttp(gateway, { port: options.port })
  try {
    io.stderr('All clients share one connection to the server')
    await writeResult({ value: { url: served.url }, toText: () => `Listening on ${served.url}` }, options, io)
    if (!io.signal.aborted) await once(io.signal, 'abort')
  } finally {
    await served.close()
  }
  return 0
}

async function servePipes(gateway: Gateway, { pipes, signal }: Io): Promise<number> {
  if (pipes === undefined) throw new CliError('usage', 'bridge: there is no process to run in')
  const { serveStdio } = await import('../../entries/stdio.js')
  const output = new Writable({
    write: (bytes: Uint8Array, _encoding, written) => void pipes.write(bytes).then(() => written(), written),
  })
  const served = await serveStdio(gateway, { input: pipes.input, output, exit: false })
  const onAbort = () => void served.close()
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  await served.closed
  signal.throwIfAborted()
  return 0
}

/** Prints what a person has to know: what the server writes to stderr, and why it cannot be reached. */
function describe(event: GatewayEvent, io: Io): void {
  if (event.type === 'upstream-stderr') io.stderr(formatOutput(event.text))
  else if (event.type === 'upstream-failed' || event.type === 'upstream-error') {
    io.warn(String(event.error))
  }
}

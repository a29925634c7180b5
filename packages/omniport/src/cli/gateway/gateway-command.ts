import { once } from 'node:events'
import { resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { apiKeyAuth } from '../../entries/auth.js'
import { type ServedEndpoints, serveEndpoints } from '../../entries/gateway.js'
import { type Config, watchConfig } from '../../entries/host.js'
import { CliError } from '../errors/cli-error.js'
import { writeValue } from '../output/write-value.js'
import { allowedHostsOf } from '../process/allowed-hosts.js'
import type { Io } from '../process/io.js'
import { ConfiguredGateways } from './configured-gateways.js'
import type { GatewayFlags } from './gateway-flags.js'

/**
 * `gateway --config <file>` serves the servers of a config file as one until it is interrupted. Requests in flight may finish
 * then. A file that changes is read again; servers that stay the same keep their connections.
 */
export async function gatewayCommand(flags: GatewayFlags, io: Io): Promise<number> {
  const { config: file, stdio } = flags
  if (file === undefined) throw new CliError('usage', 'gateway: say which servers to serve: --config mcp.json')
  if (stdio === true) refuseHttpOptions(flags)
  const stopping = new AbortController()
  const onError = ({ message }: Error) => io.warn(message)
  const { cwd, env } = io
  const configs = watchConfig(resolve(cwd, file), { cwd, env, signal: stopping.signal, onError })
  const gateways = await openGateways(configs, { ...flags, config: resolve(cwd, file) }, io)
  const following = follow(configs, gateways, onError)
  try {
    await (stdio === true ? serveOverPipes(gateways, io) : serveOverHttp(gateways, flags, io))
  } finally {
    stopping.abort()
    await following
    await gateways.close()
  }
  return 0
}

/** Ends the iteration if it rejects. */
async function openGateways(
  configs: AsyncGenerator<Config, void>,
  flags: GatewayFlags,
  io: Io,
): Promise<ConfiguredGateways> {
  const { value } = await configs.next()
  try {
    if (value === undefined || Object.keys(value.servers).length === 0) {
      throw new CliError('usage', `gateway: there is no server in ${flags.config}; add one under "mcpServers"`)
    }
    return new ConfiguredGateways(value, withIsolation(flags, io), io)
  } catch (reason) {
    await configs.return()
    throw reason
  }
}

/** Whoever listens on this machine only serves its person: servers need not be started for each client. */
function withIsolation(flags: GatewayFlags, io: Io): GatewayFlags {
  if (flags.isolation !== undefined || flags.stdio === true || flags.tokenEnv !== undefined) return flags
  io.stderr('[gateway] All clients share the connections to servers; --isolation session gives each its own')
  return { ...flags, isolation: 'shared' }
}

function refuseHttpOptions({ tokenEnv, endpoint, port, allowedHost }: GatewayFlags): void {
  const given =
    (tokenEnv !== undefined && '--token-env') ||
    (endpoint.length > 0 && '--endpoint') ||
    (port !== undefined && '--port') ||
    (allowedHost !== undefined && '--allowed-host')
  if (given) throw new CliError('usage', `gateway: ${given} is for HTTP, and does not go with --stdio`)
}

async function follow(
  configs: AsyncIterable<Config>,
  gateways: ConfiguredGateways,
  onError: (error: Error) => void,
): Promise<void> {
  try {
    for await (const config of configs) gateways.replace(config)
  } catch (reason) {
    onError(new Error(`The configuration is no longer watched: ${reason instanceof Error ? reason.message : reason}`))
  }
}

async function serveOverHttp(gateways: ConfiguredGateways, flags: GatewayFlags, io: Io): Promise<void> {
  const served = await listen(gateways, flags, io)
  try {
    for (const url of Object.values(served.urls)) io.stderr(`[gateway] Listening on ${url}`)
    await writeValue({ urls: served.urls, status: `${served.origin}/status` }, flags, io)
    if (!io.signal.aborted) await once(io.signal, 'abort')
  } finally {
    await served.close()
  }
}

/** An invalid address is a usage error. */
async function listen(
  gateways: ConfiguredGateways,
  { port = 3000, host = '127.0.0.1', allowedHost, tokenEnv }: GatewayFlags,
  { env }: Io,
): Promise<ServedEndpoints> {
  const token = tokenEnv === undefined ? undefined : env[tokenEnv]
  if (tokenEnv !== undefined && !token) throw new CliError('usage', `gateway: the variable ${tokenEnv} is not set`)
  const endpoints = Object.fromEntries(
    gateways.all.map(({ endpoint, gateway }) =>
      endpoint === undefined ? ['all', { server: gateway, path: '/mcp' }] : [endpoint.name, { server: gateway }],
    ),
  )
  // A page that has rebound its name has no token.
  const auth = token && apiKeyAuth({ keys: { [token]: 'token' }, header: 'authorization' })
  const guarded = auth ? { auth, allowedHosts: 'any' as const } : allowedHostsOf(allowedHost)
  try {
    return await serveEndpoints(endpoints, { port, hostname: host, ...guarded })
  } catch (reason) {
    if (!(reason instanceof TypeError)) throw reason
    const message = reason.message.replace(
      /: give auth, or .*$/,
      ': give --token-env, so that not everyone can use its tools',
    )
    throw new CliError('usage', `gateway: ${message}`, { cause: reason })
  }
}

/** Ends with the input. */
async function serveOverPipes(gateways: ConfiguredGateways, io: Io): Promise<void> {
  const { serveStdio } = await import('../../entries/stdio.js')
  const [only] = gateways.all
  if (only === undefined) return
  const served = await serveStdio(only.gateway, { input: Readable.from(io.stdin), output: outputOf(io), exit: false })
  const close = () => void served.close()
  if (io.signal.aborted) close()
  else io.signal.addEventListener('abort', close, { once: true })
  await served.closed
}

function outputOf({ stdout }: Io): Writable {
  const decoder = new TextDecoder()
  return new Writable({
    write(chunk: Uint8Array, _encoding, written) {
      stdout(decoder.decode(chunk, { stream: true })).then(() => written(), written)
    },
  })
}

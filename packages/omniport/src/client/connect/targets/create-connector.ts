import type { ServeTarget } from '../../../transport/environment.js'
import { isStringArray } from '../../../values/json/is-string-array.js'
import { mustBe } from '../../../values/options/check-options.js'
import type { ClientServices } from '../../client-services.js'
import { startProgram } from '../../platform/platform-services.js'
import { checkAddress } from './check-address.js'
import type { Connector } from './connector.js'
import { httpConnector } from './http-connector.js'
import { memberWithNul } from './member-with-nul.js'
import { type MessageStreams, streamsConnector } from './streams-connector.js'
import type { Command, Target } from './target.js'
import { assertTargetMembers, targetForms } from './target-members.js'

export interface ConnectorOptions {
  readonly services: ClientServices
  /** True: messages of servers in memory travel as text. */
  readonly wire: boolean
  /** Sends HTTP requests. Default: see `ConnectOptions.fetch`. */
  readonly fetch?: typeof fetch | undefined
}

/** Creates the connector of a target. @throws TypeError for an invalid target, or `auth` with a target other than HTTP. */
export function createConnector(target: Target, options: ConnectorOptions): Connector {
  const connector = selectConnector(target, options)
  if (options.services.authorization === undefined || connector.authorizes === true) return connector
  // spec: basic/authorization#protocol-requirements
  throw new TypeError(
    'connect: auth is for http: and https: addresses; other servers are given their credentials as they start',
  )
}

function selectConnector(target: Target, { services, wire, fetch }: ConnectorOptions): Connector {
  if (typeof target === 'string' || target instanceof URL)
    return httpConnector(checkAddress({ url: target, fetch }), services)
  if (typeof target !== 'object' || target === null) throw mustBe('connect: target', targetForms, target)
  const { serve, command, url, headers, readable, writable } = target as { readonly [name: string]: unknown }
  assertTargetMembers('connect: target', target)
  if (typeof serve === 'function') return memoryConnector(target as ServeTarget, services, wire)
  if (command !== undefined) return commandConnector(checkCommand(target), services)
  if (url !== undefined) return httpConnector(checkAddress({ url, headers, fetch }), services)
  if (isObject(readable) && isObject(writable)) return streamsConnector(target as MessageStreams, services)
  throw mustBe('connect: target', targetForms, target)
}

function checkCommand(target: object): Command {
  const { command, args, env, cwd } = target as { readonly [name: string]: unknown }
  if (typeof command !== 'string' || command === '') {
    throw mustBe('connect: target.command', 'a string that is not empty', command)
  }
  if (args !== undefined && !isStringArray(args)) {
    throw new TypeError('connect: target.args must be an array of strings') // which may be secrets
  }
  if (env !== undefined && !isObject(env)) throw new TypeError('connect: target.env must be an object of strings')
  if (cwd !== undefined && typeof cwd !== 'string') throw mustBe('connect: target.cwd', 'a string', cwd)
  const member = memberWithNul(target as Command)
  if (member !== undefined) throw new TypeError(`connect: target.${member} must not hold a NUL character`)
  return target as Command
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Starts the server for this client. The modules that start processes are loaded only here. */
function commandConnector(target: Command, services: ClientServices): Connector {
  const { limits, runtime, readRaw, report, onStderr, intercept } = services
  const { command, args = [], env, cwd } = target
  return {
    network: { transport: 'stdio' },
    reopens: true,
    key: JSON.stringify([command, args, cwd]),
    open: (serve) =>
      startProgram(
        { command, args, env, cwd },
        { serve, limits, runtime, readRaw, onError: report, onStderr, interceptPipes: intercept?.pipes },
      ),
  }
}

/** Connects to a server in this process, which outlives the client. What does so is loaded with the first such server. */
function memoryConnector(target: ServeTarget, { limits, runtime, report }: ClientServices, wire: boolean): Connector {
  return {
    network: { transport: 'memory' },
    reopens: false,
    open: async (serve) => {
      const { createMemoryConnection } = await import('../../../transport/memory/memory-connection.js')
      return createMemoryConnection(target, { serve, onError: report, limits, runtime, wire })
    },
  }
}

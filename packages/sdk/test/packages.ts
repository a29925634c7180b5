import * as v1Client from '@modelcontextprotocol/sdk/client/index.js'
import * as v1InMemory from '@modelcontextprotocol/sdk/inMemory.js'
import * as v1Completable from '@modelcontextprotocol/sdk/server/completable.js'
import * as v1Server from '@modelcontextprotocol/sdk/server/index.js'
import * as v1Mcp from '@modelcontextprotocol/sdk/server/mcp.js'
import * as v1Stdio from '@modelcontextprotocol/sdk/server/stdio.js'
import * as v1StreamableHttp from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import * as v1WebStandard from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import * as v1Protocol from '@modelcontextprotocol/sdk/shared/protocol.js'
import * as v1Types from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'vitest'

export type Package = typeof v1Client &
  typeof v1InMemory &
  typeof v1Completable &
  typeof v1Server &
  typeof v1Mcp &
  typeof v1Stdio &
  typeof v1StreamableHttp &
  typeof v1WebStandard &
  typeof v1Protocol &
  typeof v1Types

const official = {
  ...v1Client,
  ...v1InMemory,
  ...v1Completable,
  ...v1Server,
  ...v1Mcp,
  ...v1Stdio,
  ...v1StreamableHttp,
  ...v1WebStandard,
  ...v1Protocol,
  ...v1Types,
} as Package

/** Loads the same modules of this package. Tests use the types of the official SDK for both, as programs do. */
async function loadOurs(): Promise<Package> {
  const modules = await Promise.all([
    import('../src/client/index.js'),
    import('../src/inMemory.js'),
    import('../src/server/completable.js'),
    import('../src/server/index.js'),
    import('../src/server/mcp.js'),
    import('../src/server/stdio.js'),
    import('../src/server/streamableHttp.js'),
    import('../src/server/webStandardStreamableHttp.js'),
    import('../src/shared/protocol.js'),
    import('../src/types.js'),
  ])
  return Object.assign({}, ...modules) as Package
}

/** The official SDK and this package, for tests that hold for both. */
export const packages = [
  { name: 'the official SDK', load: async () => official },
  { name: 'this package', load: loadOurs },
] as const

/** Runs a program with the official SDK and with this package. Expects the same from both, and gives it. */
export async function expectSame<T>(run: (sdk: Package) => Promise<T>): Promise<T> {
  const expected = await run(official)
  const actual = await run(await loadOurs())
  expect(actual).toEqual(expected)
  return actual
}

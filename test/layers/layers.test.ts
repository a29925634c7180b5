import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../support/root.js'
import { isTest, sourceFiles } from '../support/source-files.js'
import { findCycle } from './find-cycle.js'
import { type Import, importsOf } from './imports-of.js'
import { type Layer, layerOf, layers } from './layers.js'
import { nodeGlobals } from './node-globals.js'

const all = layers()
const files = sourceFiles().filter(({ path }) => path.startsWith('packages/omniport/src/') && !isTest(path))
const known = new Set(files.map(({ path }) => path))
const imports = files.flatMap(importsOf)
const portable = files.filter(({ path }) => layerOf(path, all)?.isPortable)

describe('the layers of the library', () => {
  test('stand in their order', () => {
    const order = all.map(({ name }) => name)
    expect(order.slice(0, 8)).toEqual(['values', 'async', 'node', 'jsonrpc', 'uri', 'protocol', 'sealing', 'schema'])
    expect(order.slice(-3)).toEqual(['entries', 'console', 'cli'])
  })

  test('reference only layers before them', () => {
    const order = all.map(({ name }) => name)
    const wrong = all.flatMap(({ name, references }) => {
      return references.filter((other) => !order.slice(0, order.indexOf(name)).includes(other)).map((o) => [name, o])
    })
    expect(wrong).toEqual([])
  })

  test('hold every source file', () => {
    expect([...known].filter((path) => layerOf(path, all) === undefined)).toEqual([])
  })

  test('see no types of Node, but for the ones named after it, stdio, the console and the command', () => {
    const node = all.filter(({ isPortable }) => !isPortable).map(({ name }) => name)
    expect(node.filter((name) => !/(^|\/)(stdio|node)$|^(console|cli)$/.test(name))).toEqual([])
    expect(node).toContain('transport/stdio')
  })
})

describe('an import', () => {
  test('points to the same layer or one before it, types included', () => {
    expect(imports.filter(pointsUp).map(show)).toEqual([])
  })

  test('names a source file by its path with .js', () => {
    const relative = imports.filter(({ path }) => path !== undefined)
    const isFile = (path = '') => known.has(path) || (path.endsWith('.gen.ts') && existsSync(join(root, path)))
    expect(relative.filter(({ path, specifier }) => !specifier.endsWith('.js') || !isFile(path)).map(show)).toEqual([])
  })

  test('of another package is of a dependency, or of one that is built in', () => {
    const { dependencies, devDependencies } = manifest()
    const known = { ...dependencies, ...devDependencies }
    const foreign = imports.filter(({ path, specifier }) => path === undefined && !isBuiltin(specifier))
    expect(foreign.filter(({ specifier }) => !Object.hasOwn(known, packageOf(specifier))).map(show)).toEqual([])
  })

  test('that is loaded is part of no cycle', () => {
    const graph = new Map([...known].map((path): [string, string[]] => [path, []]))
    for (const { from, path, kind } of imports) if (kind === 'value' && path !== undefined) graph.get(from)?.push(path)
    expect(findCycle(graph)).toBeUndefined()
  })
})

describe('a portable layer', () => {
  test('imports nothing of Node', () => {
    expect(
      portable
        .flatMap(importsOf)
        .filter(({ specifier }) => isBuiltin(specifier))
        .map(show),
    ).toEqual([])
  })

  test('names no global of Node', () => {
    expect(portable.flatMap(nodeGlobals)).toEqual([])
  })

  test('loads what needs Node when it is needed, not before; an entry is the one to choose it', () => {
    const eager = portable.flatMap(importsOf).filter(({ path, kind }) => {
      return kind === 'value' && path !== undefined && layerOf(path, all)?.isPortable === false
    })
    expect(eager.filter(({ from }) => layerOf(from, all)?.name !== 'entries').map(show)).toEqual([])
  })
})

test('the command and the console import of the library its entries only, and functions over text and URIs', () => {
  const wrong = imports.filter(({ from, path }) => {
    const isAbove = /^packages\/omniport\/src\/(cli|console)\//.test(from)
    return (
      isAbove && path !== undefined && !/^packages\/omniport\/src\/(cli|console|entries|values\/text|uri)\//.test(path)
    )
  })
  expect(wrong.map(show)).toEqual([])
})

test('the folders of the package for views stand in an order, and each imports those before it', () => {
  const order = ['messages', 'channel', 'sandbox', 'view', 'react', 'host', 'entries']
  const rank = (path: string) => order.indexOf(path.split('/')[3] ?? '')
  const own = sourceFiles().filter(({ path }) => path.startsWith('packages/app/src/') && !isTest(path))
  expect(own.filter(({ path }) => rank(path) === -1)).toEqual([])
  const wrong = own.flatMap(importsOf).filter(({ from, path, specifier }) => {
    const isEntryOfReact = rank(from) === order.indexOf('react') && specifier === '../entries/index.js'
    return path !== undefined && rank(path) > rank(from) && !isEntryOfReact
  })
  expect(wrong.map(show)).toEqual([])
})

test('the folders of the package for Redis stand in an order, and each imports those before it', () => {
  const order = [
    'options',
    'connection',
    'values',
    'commands',
    'shards',
    'event-log',
    'inbox',
    'records',
    'blobs',
    'bus',
    'stores',
    'entries',
  ]
  const rank = (path: string) => order.indexOf(path.split('/')[3] ?? '')
  const own = sourceFiles().filter(({ path }) => path.startsWith('packages/redis/src/') && !isTest(path))
  expect(own.filter(({ path }) => rank(path) === -1)).toEqual([])
  const wrong = own.flatMap(importsOf).filter(({ from, path }) => path !== undefined && rank(path) > rank(from))
  expect(wrong.map(show)).toEqual([])
})

test('the folders of the package for OpenTelemetry stand in an order, and each imports those before it', () => {
  const order = ['conventions', 'operations', 'instrument', 'entries']
  const rank = (path: string) => order.indexOf(path.split('/')[3] ?? '')
  const own = sourceFiles().filter(({ path }) => path.startsWith('packages/otel/src/') && !isTest(path))
  expect(own.filter(({ path }) => rank(path) === -1)).toEqual([])
  const wrong = own.flatMap(importsOf).filter(({ from, path }) => path !== undefined && rank(path) > rank(from))
  expect(wrong.map(show)).toEqual([])
})

test('the examples and the packages for views and Redis import public entries only', () => {
  const { exports } = manifest()
  const others = sourceFiles().filter(({ path }) => !path.startsWith('packages/omniport/'))
  const wrong = others.flatMap(importsOf).filter(({ from, path, specifier }) => {
    const home = from.slice(0, from.indexOf('/src/') + '/src/'.length)
    // The page and its server have one contract: types alone.
    if (from === 'packages/console/src/api/contract.ts') return false
    // Requirements are one list for all packages. A test that proves one says so, wherever it is; it is not published.
    if (path === 'test/requirements/verifies.ts' && isTest(from)) return false
    if (path !== undefined && isTest(from) && path.startsWith('packages/sdk/test/')) return false
    if (path !== undefined) return !path.startsWith(home)
    return packageOf(specifier) === 'omniport' && !Object.hasOwn(exports, specifier.replace('omniport', '.'))
  })
  expect(wrong.map(show)).toEqual([])
})

function pointsUp({ from, path }: Import): boolean {
  if (path === undefined) return false
  const source = layerOf(from, all)
  const target = layerOf(path, all)
  return source === undefined || target === undefined || rankOf(target) > rankOf(source)
}

function rankOf({ name }: Layer): number {
  return all.findIndex((layer) => layer.name === name)
}

function manifest(): { dependencies: object; devDependencies: object; exports: object } {
  return JSON.parse(readFileSync(`${root}/packages/omniport/package.json`, 'utf8'))
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(packageOf(specifier))
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function show({ from, line, specifier, kind }: Import): string {
  return `${from}:${line} ${specifier} (${kind})`
}

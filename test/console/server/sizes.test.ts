import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { root } from '../../support/root.js'

const folder = join(root, 'packages/omniport/dist/bundle/console')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly dependencies?: Readonly<Record<string, string>> }>>
}

/** What is loaded before anything is clicked: the document, and what it names. */
function firstFiles(): readonly string[] {
  const html = gunzipSync(readFileSync(join(folder, 'index.html.gz'))).toString()
  const named = [...html.matchAll(/(?:src|href)="\.?\/(assets\/[^"]+)"/g)].map(([, path = '']) => `${path}.gz`)
  return ['index.html.gz', ...named]
}

function allFiles(): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  )
}

/** Compressed, as they are sent. */
function bytesOf(paths: readonly string[]): number {
  const sizes = paths.map((path) => {
    const bytes = readFileSync(join(folder, path))
    return path.endsWith('.gz') ? bytes.length : gzipSync(bytes).length
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** A package and those that are installed with it, as the lockfile has them. */
function installedWith(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found
  found.add(name)
  const { dependencies = {} } = lock.packages[`node_modules/${name}`] ?? {}
  for (const each of Object.keys(dependencies)) installedWith(each, found)
  return found
}

describe('the console is small', () => {
  test('the first load is at most 60 KB, with style and script', () => {
    const files = firstFiles()
    const kinds = files.map((path) => /\.(\w+)\.gz$/.exec(path)?.[1])
    expect(kinds.sort()).toEqual(['css', 'html', 'js', 'svg'])
    console.log(`first load: ${bytesOf(files)} bytes, all: ${bytesOf(allFiles())} bytes`)
    expect(bytesOf(files)).toBeLessThanOrEqual(60_000)
  })

  test('all of it is at most 150 KB', () => {
    expect(bytesOf(allFiles())).toBeLessThanOrEqual(150_000)
  })

  test('the command installs three packages', () => {
    const { dependencies = {} } = lock.packages['packages/omniport'] ?? {}
    const installed = Object.keys(dependencies).flatMap((name) => [...installedWith(name)])
    expect(['omniport', ...installed].sort()).toEqual(['@standard-schema/spec', 'jose', 'omniport'])
  })
})

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Server } from 'omniport'
import { connect, textOf } from 'omniport/client'
import { revisions } from 'omniport/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadExample } from './load-example.js'

const { server } = await loadExample<{ server: Server }>('files/server.js')

let folder = ''
let uri = ''
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'files-')))
  for (const name of ['open', 'open/more', 'secret']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'open/a.txt'), 'hello')
  writeFileSync(join(folder, 'open/large.txt'), 'x'.repeat(1024 * 1024 + 1))
  writeFileSync(join(folder, 'secret/key.txt'), 'secret')
  symlinkSync(join(folder, 'secret'), join(folder, 'open/link'))
  uri = pathToFileURL(join(folder, 'open')).href
})
afterAll(() => rmSync(folder, { recursive: true }))

async function caller(revision: (typeof revisions)[number], options: object) {
  const client = await connect(server, { revision, ...options })
  const call = async (name: string, path?: string) => {
    const result = await client.callTool(name, path === undefined ? {} : { path })
    return result.isError === true ? `error: ${textOf(result)}` : textOf(result)
  }
  return { client, call }
}

test.each(revisions)('files within the roots are read, and no others, at %s', async (revision) => {
  const { client, call } = await caller(revision, { roots: [{ uri }] })
  expect(await call('list_roots')).toBe(JSON.stringify({ roots: [uri] }))
  expect(await call('list_folder', '.')).toBe('{"entries":["a.txt","large.txt","link","more/"]}')
  expect([await call('read_file', 'a.txt'), await call('read_file', `${uri}/a.txt`)]).toEqual(['hello', 'hello'])
  const denied = [`${folder}/secret/key.txt`, '../secret/key.txt', 'link/key.txt', `${uri}/%2e%2e/secret/key.txt`]
  for (const path of denied) expect(await call('read_file', path)).toMatch(/^error: (?!.*hello)/)
  expect([
    await call('read_file', 'none'),
    await call('read_file', 'more'),
    await call('list_folder', 'a.txt'),
  ]).toEqual(['error: There is no such file', 'error: That is a folder', 'error: That is no folder'])
  expect(await call('read_file', 'large.txt')).toBe('error: The file has 1048577 bytes, more than 1048576')
  await client.close()
})

test('a client without roots opens nothing', async () => {
  const { client, call } = await caller('2025-11-25', {})
  expect(await call('read_file', join(folder, 'open/a.txt'))).toBe('error: This client opens no folders')
  await client.close()
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listener, listen } from './listen.js'
import { PageFiles } from './page-files.js'

const folder = mkdtempSync(join(tmpdir(), 'files-'))
let listener: Listener

beforeAll(async () => {
  const names = ['index.html', 'a.js', 'a.css', 'a.svg', 'a.json', 'a.woff2', 'a.bin', 'LICENSE', 'more/assets/b.js']
  mkdirSync(join(folder, 'assets', 'fonts'), { recursive: true })
  mkdirSync(join(folder, 'more', 'assets'), { recursive: true })
  for (const name of [...names, 'assets/fonts/f.woff2']) {
    writeFileSync(join(folder, `${name}.gz`), gzipSync(`of ${name}`))
  }
  const files = new PageFiles({ folder, policy: 'p' })
  listener = await listen(0, (request, response) => files.serve(request, response))
})

afterAll(async () => {
  await listener.close()
  rmSync(folder, { recursive: true })
})

const get = (path: string, encoding = 'gzip') =>
  fetch(`${listener.origin}${path}`, { headers: { 'accept-encoding': encoding } })

describe('a file', () => {
  test.each([
    ['/index.html', 'text/html; charset=utf-8'],
    ['/a.js', 'text/javascript; charset=utf-8'],
    ['/a.css', 'text/css; charset=utf-8'],
    ['/a.svg', 'image/svg+xml'],
    ['/a.json', 'application/json'],
    ['/a.woff2', 'font/woff2'],
    ['/a.bin', 'application/octet-stream'],
    ['/LICENSE', 'application/octet-stream'],
  ])('%s has the type %s', async (path, type) => {
    const response = await get(path)
    expect([response.headers.get('content-type'), await response.text()]).toEqual([type, `of ${path.slice(1)}`])
  })

  test.each([
    ['/assets/fonts/f.woff2', 'public, max-age=31536000, immutable'],
    ['/more/assets/b.js', 'no-cache'],
    ['/a.js?v=1#x', 'no-cache'],
  ])('%s may be cached: %s', async (path, expected) => {
    const response = await get(path)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, expected])
    await response.body?.cancel()
  })

  test.each([
    ['gzip', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['gzipped', null],
    ['br', null],
  ])('for a client that takes %s is encoded with %s', async (accepted, encoding) => {
    const response = await get('/a.css', accepted)
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([encoding, 'of a.css'])
  })

  test('that is missing is told as text', async () => {
    const response = await get('/gone.js')
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      ...[404, 'text/plain', 'There is no such file'],
    ])
  })

  test('is not changed', async () => {
    const response = await fetch(`${listener.origin}/a.js`, { method: 'DELETE' })
    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([405, 'GET, HEAD', ''])
  })
})

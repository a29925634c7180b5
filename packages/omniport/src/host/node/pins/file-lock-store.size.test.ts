import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileLock } from './file-lock-store.js'

const mostBytes = 67_108_864

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omniport-lock-'))
  path = join(folder, 'mcp.lock')
  await writeFile(path, '')
})
afterEach(() => rm(folder, { recursive: true }))

test('a file that is too long is not read, and not replaced', async () => {
  await truncate(path, mostBytes + 1)
  const message = `${path} cannot be used: it is longer than ${mostBytes} bytes`
  const store = createFileLock(path)
  await expect(store.read()).rejects.toMatchObject({ code: 'invalid_config', message })
  await expect(store.write('a', new Map())).rejects.toMatchObject({ code: 'invalid_config', message })
})

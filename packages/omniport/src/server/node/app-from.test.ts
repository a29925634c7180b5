import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../../client/connect.js'
import { createServer } from '../create-server.js'
import { tool } from '../tools/tool.js'
import { appFrom } from './app-from.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apps-'))
})
afterEach(() => rm(folder, { recursive: true }))

const uri = 'ui://clock/face'

test('the page of a file is served as the file is now', async () => {
  const file = join(folder, 'face.html')
  await writeFile(file, '<!doctype html>one')
  const face = await appFrom(file, { uri, prefersBorder: true })
  const client = await connect(
    createServer({ name: 'a', version: '1', tools: { show: tool({ app: face, run: () => '' }) } }),
  )
  const read = async () => (await client.readResource(uri, { fresh: true })).contents
  const content = { uri, mimeType: 'text/html;profile=mcp-app', _meta: { ui: { prefersBorder: true } } }
  expect(await read()).toEqual([{ ...content, text: '<!doctype html>one' }])
  await writeFile(file, '<!doctype html>two')
  expect(await read()).toEqual([{ ...content, text: '<!doctype html>two' }])
  await client.close()
})

test.each<[string, (file: string) => Promise<unknown>, string]>([
  ['is missing', async () => {}, 'is missing'],
  ['is a link', (file) => symlink('/etc/hostname', file), 'is a symbolic link'],
  ['is not UTF-8', (file) => writeFile(file, new Uint8Array([0xff, 0xfe, 0xfd])), 'is not UTF-8'],
])('a file that %s is refused at once, by its name', async (_, make, problem) => {
  const file = join(folder, 'face.html')
  await make(file)
  await expect(appFrom(file, { uri })).rejects.toThrow(new TypeError(`appFrom: ${file} ${problem}`))
})

test('a file that is no document is refused, and so are options', async () => {
  const file = join(folder, 'face.html')
  await writeFile(file, '# Clock')
  await expect(appFrom(file, { uri })).rejects.toThrow(
    new TypeError('app: html must be an HTML document that begins with <!doctype html>, got "# Clock"'),
  )
  await writeFile(file, '<!doctype html>')
  await expect(appFrom(file, { uri: 'clock' })).rejects.toThrow('app: uri must be a URI with the scheme ui:')
  await expect(appFrom(undefined as never, { uri })).rejects.toThrow(TypeError)
})

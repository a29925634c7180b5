import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textOf } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Published, startPublished } from './start-published.js'

describe('the file server', () => {
  let folder: string
  let server: Published
  const call = async (name: string, args: Record<string, unknown>) => textOf(await server.client.callTool(name, args))

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'files-')))
    server = await startPublished('@modelcontextprotocol/server-filesystem', { args: [folder] })
  })

  afterAll(async () => {
    await server.remove()
    await rm(folder, { recursive: true })
  })

  test('is what it was', () => {
    const { revision, server: info, capabilities } = server.client
    expect({ revision, ...info, capabilities }).toEqual({
      revision: '2025-11-25',
      name: 'secure-filesystem-server',
      version: '0.2.0',
      capabilities: { tools: { listChanged: true } },
    })
  })

  test('lists its tools, and is not asked for what it has not', async () => {
    const { client } = server
    expect((await client.listTools()).map(({ name }) => name).sort()).toEqual([
      'create_directory',
      'directory_tree',
      'edit_file',
      'get_file_info',
      'list_allowed_directories',
      'list_directory',
      'list_directory_with_sizes',
      'move_file',
      'read_file',
      'read_media_file',
      'read_multiple_files',
      'read_text_file',
      'search_files',
      'write_file',
    ])
    expect([await client.listResources(), await client.listResourceTemplates(), await client.listPrompts()]).toEqual([
      [],
      [],
      [],
    ])
  })

  test('writes, edits, moves and reads files', async () => {
    const [first, second] = [join(folder, 'first.txt'), join(folder, 'second.txt')]
    await call('write_file', { path: first, content: 'one\ntwo 🐙\n' })
    await call('edit_file', { path: first, edits: [{ oldText: 'one', newText: 'uno' }] })
    await call('move_file', { source: first, destination: second })
    expect(await readFile(second, 'utf8')).toBe('uno\ntwo 🐙\n')
    const result = await server.client.callTool('read_text_file', { path: second, head: 1 })
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'uno' }], structuredContent: { content: 'uno' } })
    expect(await call('list_directory', { path: folder })).toBe('[FILE] second.txt')
  })

  test('says what it may touch, and refuses the rest', async () => {
    expect(await call('list_allowed_directories', {})).toBe(`Allowed directories:\n${folder}`)
    const result = await server.client.callTool('read_text_file', { path: '/etc/passwd' })
    const refusal = `Access denied - path outside allowed directories: /etc/passwd not in ${folder}`
    expect([result.isError, textOf(result)]).toEqual([true, refusal])
  })

  test('ends with the client, and nothing on the wire was wrong', async () => {
    expect(await server.end('2025-11-25')).toEqual({ before: 2, after: 0 })
    expect(server.errors).toEqual([])
  })
})

import { createHash } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

/** Skills as the extension describes them, with requests of the SDK's own making; nothing of Omniport is in it. */
const skillMd = `---
name: refunds
description: "Refunds a customer: use it when somebody wants money back."
license: MIT
metadata:
  level: 2
---

See [the letter](examples/email.md).
`
const root = 'skill://acme/refunds'
const files = new Map([
  [`${root}/SKILL.md`, Buffer.from(skillMd)],
  [`${root}/examples/email.md`, Buffer.from('Dear customer, größere Beträge …\r\n')],
  [`${root}/logo.png`, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff])],
])
/** The digest of this file is that of an earlier version. */
const stale = `${root}/examples/email.md`
const isStale = process.argv[2] === 'stale'

const entry = {
  uri: `${root}/SKILL.md`,
  frontmatter: {
    name: 'refunds',
    description: 'Refunds a customer: use it when somebody wants money back.',
    license: 'MIT',
    metadata: { level: 2 },
  },
  resources: [...files].map(([uri, bytes]) => {
    const served = isStale && uri === stale ? Buffer.alloc(bytes.length) : bytes
    return { uri, digest: `sha256:${createHash('sha256').update(served).digest('hex')}`, size: bytes.length }
  }),
}
const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }

function createServer() {
  const extensions = { 'io.modelcontextprotocol/skills': {} }
  const mcp = new McpServer({ name: 'sdk-skills', version: '1.0.0' }, { capabilities: { resources: {}, extensions } })
  for (const [uri, bytes] of files) {
    const isText = !uri.endsWith('.png')
    const mimeType = isText ? 'text/markdown' : 'image/png'
    const content = isText ? { text: bytes.toString() } : { blob: bytes.toString('base64') }
    mcp.registerResource(uri, uri, { mimeType }, () => ({ contents: [{ uri, mimeType, ...content }] }))
  }
  const params = z.looseObject({})
  mcp.server.setRequestHandler('skills/list', { params }, () => ({ ...hints, skills: [entry] }))
  mcp.server.setRequestHandler('skills/get', { params }, () => ({ ...hints, skill: entry }))
  return mcp
}

serveStdio(createServer)

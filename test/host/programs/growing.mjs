// A server of 2026-07-28 that gets another tool when it is told to.
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

const text = (value) => ({ content: [{ type: 'text', text: value }] })
let hasGrown = false

serveStdio(() => {
  const capabilities = { tools: { listChanged: true } }
  const mcp = new McpServer({ name: 'growing', version: '1.0.0' }, { capabilities })
  const grow = () => mcp.registerTool('more', { description: 'Is more.' }, () => text('more'))
  if (hasGrown) grow()
  mcp.registerTool('grow', { description: 'Grows.' }, () => {
    hasGrown = true
    grow()
    return text('grown')
  })
  return mcp
})

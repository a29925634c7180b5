import { registerAppResource, registerAppTool } from '@modelcontextprotocol/ext-apps/server'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

const uri = 'ui://clock/face.html'

function createServer() {
  const mcp = new McpServer({ name: 'sdk-apps', version: '1.0.0' })
  const ui = { resourceUri: uri }
  registerAppTool(mcp, 'show', { description: 'Shows the time', _meta: { ui } }, () => ({
    content: [{ type: 'text', text: '12:00' }],
  }))
  const forApps = { description: 'Sets the time', _meta: { ui: { ...ui, visibility: ['app'] } } }
  registerAppTool(mcp, 'set', forApps, () => ({ content: [{ type: 'text', text: 'set' }] }))
  registerAppResource(mcp, 'Clock', uri, {}, () => ({
    contents: [
      {
        uri,
        mimeType: 'text/html;profile=mcp-app',
        text: '<!doctype html><p>12:00',
        _meta: { ui: { csp: { connectDomains: ['https://time.example'] }, prefersBorder: true } },
      },
    ],
  }))
  return mcp
}

serveStdio(createServer)

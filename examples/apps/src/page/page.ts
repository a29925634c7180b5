import { type AppBridge, createAppBridge } from '@omniport/app/host'
import { connect, loadApp } from 'omniport/client'

const container = find('#view')
const messages = find('#messages')

// The page is at http://localhost:3000, its sandbox at http://127.0.0.1:3001: two sites, though one machine.
const sandboxUrl = `http://127.0.0.1:${Number(location.port) + 1}/`

const client = await connect(`${location.origin}/mcp`, {
  extensions: { 'io.modelcontextprotocol/ui': { settings: { mimeTypes: ['text/html;profile=mcp-app'] } } },
})

find('#sales').addEventListener('click', () => void show('show_sales', { region: 'north' }))
find('#order').addEventListener('click', () => void show('start_order', { article: 'paper', count: 3 }))

let bridge: AppBridge | undefined

/** Calls a tool, as a model would, and shows its view in place of the one before. */
async function show(tool: string, args: Readonly<Record<string, unknown>>): Promise<void> {
  await bridge?.close()
  const app = await loadApp(client, tool)
  bridge = createAppBridge({
    container,
    sandboxUrl,
    app,
    server: app,
    hostInfo: { name: 'page', version: '1.0.0' },
    hostContext: { locale: navigator.language, containerDimensions: { maxHeight: 600 } },
    ask: {
      link: (url) => confirm(`Open ${url}?`),
      message: () => confirm('May the view write for you?'),
      tool: ({ tool, arguments: args }) => confirm(`Call ${tool.name} with ${JSON.stringify(args)}?`),
    },
    on: {
      message: ({ content }) =>
        write(content.map((block) => (block.type === 'text' ? block.text : block.type)).join(' ')),
      modelContext: (context) => write(`For the model: ${JSON.stringify(context)}`),
      unresponsive: () => void bridge?.close(),
      end: (reason) => write(`The view is gone: ${reason}`),
    },
  })
  bridge.sendToolInput(args)
  bridge.sendToolResult(await client.callTool(tool, args))
}

function write(text: string): void {
  const line = document.createElement('li')
  line.textContent = text // text, never HTML: a view wrote it
  messages.append(line)
}

function find(selector: string): Element {
  const element = document.querySelector(selector)
  if (element === null) throw new TypeError(`The page has no ${selector}`)
  return element
}

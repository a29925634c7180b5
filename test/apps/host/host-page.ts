import type { AppBridge, AppBridgeOptions } from '@omniport/app/host'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Sites } from './serve-sites.js'

/** Options of a view in a test: those of the bridge that can be sent to a page. */
export interface ViewOptions extends Partial<Pick<AppBridgeOptions, 'app' | 'hostContext' | 'limits' | 'permissions'>> {
  readonly sandboxUrl: string
  /** The answer to questions. Default: no. */
  readonly allows?: boolean
  /** The display mode that the host enters, whatever the view wants. */
  readonly displayMode?: 'inline' | 'fullscreen'
}

/** What a page of these tests has beside the bridge. */
export interface HostGlobals {
  createAppBridge(options: AppBridgeOptions): AppBridge
  bridge: AppBridge
  /** What the host was told of, in order: `[name, value]`. */
  events: [string, unknown][]
  /** The number of messages that arrived at the page, from any window. */
  messages: number
  /** The longest time between two runs of a timer of 10 ms, since it was set to 0. */
  longestPauseMs: number
}

/** Opens the page of the host, with the bridge loaded. */
export async function openHostPage(
  browser: Browser | BrowserContext,
  { hostUrl }: Pick<Sites, 'hostUrl'>,
): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(hostUrl)
  await page.waitForFunction(() => 'createAppBridge' in globalThis)
  return page
}

/** Shows a view in a page, with a host that writes everything down. */
export async function showView(page: Page, options: ViewOptions): Promise<void> {
  await page.evaluate((options) => {
    const host = globalThis as unknown as HostGlobals
    const { allows = false, displayMode } = options
    const events: [string, unknown][] = []
    const write = (name: string) => (value: unknown) => void events.push([name, value])
    const decide = (name: string) => (value: unknown) => {
      events.push([name, value])
      return allows
    }
    const inputSchema = { type: 'object' } as const
    const toolOf = (name: string, visibility: readonly string[]) => ({
      name,
      inputSchema,
      _meta: { ui: { visibility } },
    })
    host.events = events
    host.longestPauseMs = 0
    host.messages = 0
    addEventListener('message', () => {
      host.messages += 1
    })
    let last = performance.now()
    setInterval(() => {
      const now = performance.now()
      host.longestPauseMs = Math.max(host.longestPauseMs, now - last)
      last = now
    }, 10)
    host.bridge = host.createAppBridge({
      container: document.querySelector('#views') ?? document.body,
      sandboxUrl: options.sandboxUrl,
      app: options.app ?? { html: '' },
      hostInfo: { name: 'test', version: '1' },
      hostContext: options.hostContext,
      permissions: options.permissions,
      limits: options.limits,
      server: {
        listTools: async () => [toolOf('own', ['app']), toolOf('secret', ['model'])],
        callTool: async (name, args) => {
          events.push(['called', [name, args]])
          return { content: [{ type: 'text', text: `called ${name}` }], structuredContent: args }
        },
        readResource: async (uri) => ({ contents: [{ uri, text: 'text' }] }),
      },
      ask: {
        link: (url) => decide('link')(url.href),
        message: decide('ask message'),
        tool: ({ tool }) => decide('tool')(tool.name),
      },
      on: {
        message: write('message'),
        modelContext: write('context'),
        displayMode: (mode) => {
          events.push(['display', mode])
          return displayMode ?? mode
        },
        size: write('size'),
        log: ({ data }) => write('log')(data),
        closeRequest: () => write('close request')(undefined),
        unresponsive: write('unresponsive'),
        end: write('end'),
        error: (reason) => write('error')(String(reason)),
      },
    })
  }, options)
}

/** The events of the page, of one name. */
export async function eventsOf(page: Page, name: string): Promise<readonly unknown[]> {
  const events = await page.evaluate(() => (globalThis as unknown as HostGlobals).events)
  return events.filter(([each]) => each === name).map(([, value]) => value)
}

/** Waits until the host was told of that, and returns the first value. Where it is not, the error says what it was told of. */
export async function waitForEvent(page: Page, name: string): Promise<unknown> {
  const hasEvent = (name: string) => (globalThis as unknown as HostGlobals).events.some(([each]) => each === name)
  try {
    await page.waitForFunction(hasEvent, name, { polling: 20 })
  } catch (error) {
    const events = await page.evaluate(() => JSON.stringify((globalThis as unknown as HostGlobals).events))
    throw new Error(`no '${name}' of the view; the host was told of ${events}`, { cause: error })
  }
  return (await eventsOf(page, name))[0]
}

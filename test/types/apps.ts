import { app, type Context, createServer, tool } from 'omniport'
import { type ArgsOf, connect, type DataOf, loadApp } from 'omniport/client'
import { assert, type Equals } from './equals.js'

const chart = app({ uri: 'ui://sales/chart', html: '<!doctype html>' })
const show = tool({
  app: chart,
  visibility: ['model', 'app'],
  input: { type: 'object', properties: { region: { type: 'string' } }, required: ['region'] },
  output: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  run: ({ region }) => ({ amount: region.length }),
})

assert<Equals<ArgsOf<typeof show>['region'], string>>()
assert<Equals<DataOf<typeof show>['amount'], number>>()

const server = createServer({ name: 'a', version: '1', tools: { show } })
const client = await connect(server)
const shown = await client.callTool('show', { region: 'north' })
if (!shown.isError) assert<Equals<typeof shown.structuredContent.amount, number>>()

const loaded = await loadApp(client, 'show')
assert<Equals<typeof loaded.html, string>>()

interface Bridge {
  readonly app: {
    readonly html: string
    readonly csp?: { readonly connectDomains?: readonly string[] | undefined } | undefined
  }
  readonly server: {
    listTools(): Promise<readonly { readonly name: string }[]>
    callTool(
      name: string,
      args: Readonly<Record<string, unknown>>,
      options: { readonly signal: AbortSignal },
    ): PromiseLike<{ readonly content: readonly { readonly type: string }[] }>
    readResource(
      uri: string,
      options: { readonly signal: AbortSignal },
    ): Promise<{ readonly contents: readonly object[] }>
  }
}
export const bridge: Bridge = { app: loaded, server: loaded }

// @ts-expect-error no such caller
tool({ visibility: ['user'], run: () => '' })
// @ts-expect-error not what app() gives
tool({ app: { uri: 'ui://a', html: '' }, run: () => '' })
// @ts-expect-error no such list of domains
app({ uri: 'ui://a', html: '', csp: { scripts: [] } })

const personal = app({ uri: 'ui://a/b', html: (ctx: Context<{ user: string }>) => `<!doctype html>${ctx.app.user}` })
const mine = tool({ app: personal, run: () => '' })
createServer({ name: 'a', version: '1', context: () => ({ user: 'ada' }), tools: { mine } })
// @ts-expect-error the page needs a context
createServer({ name: 'a', version: '1', tools: { mine } })

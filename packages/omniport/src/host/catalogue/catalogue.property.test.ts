import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Catalogue } from './catalogue.js'
import type { ListedTool } from './listed-tool.js'
import { ServerCatalogue } from './server-catalogue.js'
import type { ToolNaming } from './tool-names.js'

async function listed(server: string, names: readonly string[], naming?: ToolNaming): Promise<readonly ListedTool[]> {
  const list = names.map((name) => ({ name, inputSchema: { type: 'object' } as const }))
  return (await new ServerCatalogue({ server, naming }).read(list)).tools
}

function namesOf(catalogue: Catalogue): readonly string[] {
  return catalogue.tools.map(({ name }) => name)
}

/** Rules under which none collide, those of several servers, and those of one as well. */
const namings: readonly (ToolNaming | undefined)[] = [
  undefined,
  (_server, tool) => tool,
  (_server, tool) => (tool < 'y' ? 'same' : tool),
]
const server = fc.constantFrom('a', 'b', '__proto__')
const step = fc.oneof(
  fc.record({
    type: fc.constant('replace' as const),
    server,
    tools: fc.uniqueArray(fc.constantFrom('x', 'y', 'z', '__proto__', 'a b'), { maxLength: 4 }),
    isBlocked: fc.boolean(),
  }),
  fc.record({ type: fc.constant('delete' as const), server }),
  fc.record({ type: fc.constant('set' as const), servers: fc.shuffledSubarray(['a', 'b', '__proto__']) }),
)

test.each(namings)(
  'however it came to be, it is what a new one of the same lists is; the changes tell all (%#)',
  async (naming) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const catalogue = new Catalogue(['a', 'b'])
        const lists = new Map<string, readonly ListedTool[]>()
        let servers: readonly string[] = ['a', 'b']
        const reported = new Set<string>()
        for (const step of steps) {
          let change: ReturnType<Catalogue['delete']>
          if (step.type === 'set') {
            servers = step.servers
            change = catalogue.setServers(servers)
            for (const name of lists.keys()) if (!servers.includes(name)) lists.delete(name)
          } else if (step.type === 'delete') {
            lists.delete(step.server)
            change = catalogue.delete(step.server)
          } else {
            const [first, ...rest] = await listed(step.server, step.tools, naming)
            const tools = first === undefined ? [] : [{ ...first, isBlocked: step.isBlocked }, ...rest]
            if (servers.includes(step.server)) lists.set(step.server, tools)
            change = catalogue.replace(step.server, tools)
          }
          for (const name of change?.removed ?? []) expect(reported.delete(name)).toBe(true)
          for (const name of change?.changed ?? []) expect(reported.has(name)).toBe(true)
          for (const name of change?.added ?? []) expect(reported.size).toBeLessThan(reported.add(name).size)
          expect(new Set(namesOf(catalogue))).toEqual(reported)
        }
        const fresh = new Catalogue(servers)
        for (const [name, tools] of lists) fresh.replace(name, tools)
        expect(catalogue.tools).toEqual(fresh.tools)
        for (const name of servers) expect(catalogue.count(name)).toEqual(fresh.count(name))
        for (const tool of catalogue.tools) expect(catalogue.resolve(tool.name)).toBe(tool)
      }),
      { numRuns: 150 },
    )
  },
)

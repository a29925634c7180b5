import fc from 'fast-check'
import MiniSearch from 'minisearch'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Tool } from '../../../protocol/model/tool.js'
import { Catalogue } from '../catalogue.js'
import { commonServers } from '../fixtures/common-servers.js'
import { loadCatalogue } from '../fixtures/load-catalogue.js'
import { ServerCatalogue } from '../server-catalogue.js'
import { SearchTools } from './search-tools.js'

afterEach(() => vi.restoreAllMocks())

const catalogue = await loadCatalogue(commonServers)
const search = new SearchTools(catalogue)

async function namesOf(words: string, limit = 3): Promise<readonly string[]> {
  return (await search.find(words, { limit })).map(({ tool }) => tool.name)
}

describe('what people and models ask for comes first', () => {
  test.each([
    ['create issue', 'github__create_issue'],
    ['createIssue', 'github__create_issue'],
    ['create-issue', 'github__create_issue'],
    ['open a new github issue', 'github__create_issue'],
    ['comment on an issue', 'github__add_issue_comment'],
    ['list pull request files', 'github__get_pull_request_files'],
    ['merging a pull request', 'github__merge_pull_request'],
    ['search repositories', 'github__search_repositories'],
    ['new repository', 'github__create_repository'],
    ['commits', 'github__list_commits'],
    ['fork', 'github__fork_repository'],
    ['read a text file', 'filesystem__read_text_file'],
    ['rename a file', 'filesystem__move_file'],
    ['overwrite file', 'filesystem__write_file'],
    ['list directories', 'filesystem__list_directory'],
    ['file size and permissions', 'filesystem__get_file_info'],
    ['send a slack message', 'slack__slack_post_message'],
    ['emoji reaction', 'slack__slack_add_reaction'],
    ['reply in thread', 'slack__slack_reply_to_thread'],
    ['slack users', 'slack__slack_get_users'],
    ['run sql', 'postgres__query'],
    ['sql query', 'postgres__query'],
    ['list tables', 'postgres__listTables'],
    ['columns of a table', 'postgres__describeTable'],
    ['execution plan', 'postgres__explain_query'],
    ['take screenshot', 'browser__browser_take_screenshot'],
    ['screenshots of the page', 'browser__browser_take_screenshot'],
    ['click button on web page', 'browser__browser_click'],
    ['open url', 'browser__browser_navigate'],
    ['upload files', 'browser__browser_file_upload'],
    ['fill in a form', 'browser__browser_fill_form'],
    ['knowledge graph search', 'memory__search_nodes'],
    ['schedule calendar event with attendees', 'calendar__create-event'],
    ['delete event', 'calendar__delete-event'],
    ['when is everybody free', 'calendar__get-freebusy'],
    ['weather forecast', 'weather__getForecast'],
    ['severe weather alerts', 'weather__getAlerts'],
    ['stack trace of an error', 'sentry__get_issue_details'],
    ['convert timezone', 'time__convert_time'],
    ['current time in Tokyo', 'time__get_current_time'],
    ['github__create_branch', 'github__create_branch'],
    ['longitude', 'weather__getForecast'],
    ['new repostory', 'github__create_repository'],
    ['screensot', 'browser__browser_take_screenshot'],
    ['screensh', 'browser__browser_take_screenshot'],
  ])('%s', async (words, first) => {
    expect(await namesOf(words)).toContain(first)
    expect((await namesOf(words))[0]).toBe(first)
  })
})

const named = (name: string, more: object = {}): Tool => ({ name, inputSchema: { type: 'object' }, ...more })

/** A catalogue that can be told to list something else. */
async function listing(
  server: string,
  list: readonly Tool[],
): Promise<{ catalogue: Catalogue; list: (list: readonly Tool[]) => Promise<void> }> {
  const catalogue = new Catalogue([server, 'other'])
  const reader = new ServerCatalogue({ server })
  const again = async (list: readonly Tool[]) => {
    catalogue.replace(server, (await reader.read(list)).tools)
  }
  await again(list)
  return { catalogue, list: again }
}

async function found(search: SearchTools, words: string): Promise<readonly string[]> {
  return (await search.find(words)).map(({ tool }) => tool.name)
}

describe('what is found', () => {
  test('is the tool itself, with how well it fits, the best first', async () => {
    verifies('HOST-09')
    const results = await search.find('create an issue')
    expect(results[0]?.tool).toBe(catalogue.resolve('github__create_issue'))
    expect(results.every(({ score }) => score > 0)).toBe(true)
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).sort((a, b) => b - a))
    expect(Object.keys(results[0] ?? {})).toEqual(['tool', 'score'])
  })

  test('is ten at most, or as many as are wanted', async () => {
    expect(await search.find('file')).toHaveLength(10)
    expect(await search.find('file', { limit: 3 })).toHaveLength(3)
    expect((await search.find('file', { limit: 1_000 })).length).toBeGreaterThan(10)
  })

  test.each([0, -1, 1.5, Number.NaN, '3'])('is nothing for a limit of %s, which is refused', async (limit) => {
    await expect(search.find('file', { limit: limit as number })).rejects.toThrow(TypeError)
  })

  test('is of the servers that are named', async () => {
    const results = await search.find('create', { servers: ['memory', 'calendar', 'none'], limit: 50 })
    expect(new Set(results.map(({ tool }) => tool.server))).toEqual(new Set(['memory', 'calendar']))
    expect(await search.find('create', { servers: [] })).toEqual([])
  })

  test.each(['', ' ', '?!', 'qqqqqqqq'])('is nothing for %j', async (words) => {
    expect(await search.find(words)).toEqual([])
  })

  test('is found where it stands further down as well', async () => {
    expect(await namesOf('what time is it', 2)).toContain('time__get_current_time')
  })

  test('does not depend on what a server says of itself', async () => {
    verifies('HOST-07')
    const hints = [{ readOnlyHint: true, destructiveHint: false }, { destructiveHint: true }]
    const scores = await Promise.all(
      hints.map(async (annotations) => {
        const { catalogue } = await listing('s', [named('read', { annotations }), named('other')])
        return (await new SearchTools(catalogue).find('read'))[0]?.score
      }),
    )
    expect(scores[0]).toBe(scores[1])
  })
})

describe('a word counts by where it stands:', () => {
  test('name, server, title, description, parameter', async () => {
    const { catalogue } = await listing('s', [
      named('one', { inputSchema: { type: 'object', properties: { zebra: {} } } }),
      named('two', { description: 'zebra' }),
      named('three', { title: 'zebra' }),
      named('zebra'),
    ])
    catalogue.setServers(['s', 'zebra'])
    catalogue.replace('zebra', (await new ServerCatalogue({ server: 'zebra' }).read([named('four')])).tools)
    expect(await found(new SearchTools(catalogue), 'zebra')).toEqual([
      ...['s__zebra', 'zebra__four', 's__three', 's__two', 's__one'],
    ])
  })

  test('equal ones are in the order of the catalogue', async () => {
    const tools = ['e', 'b', 'd', 'a', 'c'].map((name) => named(name, { description: 'zebra' }))
    const { catalogue, list } = await listing('s', tools)
    const search = new SearchTools(catalogue)
    expect(await found(search, 'zebra')).toEqual(['s__e', 's__b', 's__d', 's__a', 's__c'])
    await list([...tools].reverse())
    expect(await found(search, 'zebra')).toEqual(['s__c', 's__a', 's__d', 's__b', 's__e'])
  })
})

describe('when the catalogue changes', () => {
  test('what is new, changed or gone is found as it is now', async () => {
    verifies('HOST-09')
    const { catalogue, list } = await listing('s', [named('alpha'), named('beta', { description: 'zebra' })])
    const search = new SearchTools(catalogue)
    expect(await found(search, 'zebra')).toEqual(['s__beta'])
    await list([named('alpha', { description: 'zebra' }), named('beta'), named('gamma', { title: 'Zebra' })])
    expect(await found(search, 'zebra')).toEqual(['s__gamma', 's__alpha'])
    await list([named('beta')])
    expect(await found(search, 'zebra')).toEqual([])
    expect(await found(search, 'beta')).toEqual(['s__beta'])
  })

  test('only the difference is indexed', async () => {
    const tools = Array.from({ length: 20 }, (_, index) => named(`t${index}`, { description: 'zebra' }))
    const { catalogue, list } = await listing('s', tools)
    const search = new SearchTools(catalogue)
    await search.find('zebra')
    const [add, remove] = [vi.spyOn(MiniSearch.prototype, 'add'), vi.spyOn(MiniSearch.prototype, 'remove')]
    await search.find('zebra')
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([0, 0])
    await list([...tools.slice(2), named('t0', { description: 'horse' })])
    await search.find('zebra')
    expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([1, 2])
  })

  const list = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('read_file', 'writeFile', 'zebra', '__proto__', 'constructor', 'list'),
      description: fc.constantFrom('zebra and horse', 'reads files', '', 'horse horse'),
    }),
    { maxLength: 6, selector: ({ name }) => name },
  )

  test('the results are those of a new index', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(list, { minLength: 1, maxLength: 6 }), async (lists) => {
        const { catalogue, list } = await listing('s', [])
        const search = new SearchTools(catalogue)
        for (const tools of lists) {
          await list(tools.map(({ name, description }) => named(name, { description })))
          for (const words of ['zebra', 'horse file', 'read', 'proto constructor']) {
            expect(await search.find(words)).toEqual(await new SearchTools(catalogue).find(words))
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  test('searches at the same time all see it', async () => {
    const { catalogue, list } = await listing('s', [named('alpha')])
    const search = new SearchTools(catalogue)
    const early = search.find('alpha')
    await list([named('alpha'), named('alpha_two')])
    const results = await Promise.all([early, search.find('alpha'), search.find('two'), search.find('alpha')])
    expect(results.slice(1).map((found) => found.map(({ tool }) => tool.name))).toEqual([
      ['s__alpha', 's__alpha_two'],
      ['s__alpha_two'],
      ['s__alpha', 's__alpha_two'],
    ])
  })

  test('a search that is refused does not hold up the next', async () => {
    const { catalogue } = await listing('s', [named('alpha')])
    const search = new SearchTools(catalogue)
    const refused = search.find('alpha', { limit: 0 })
    const next = search.find('alpha')
    await expect(refused).rejects.toThrow(TypeError)
    expect(await next).toHaveLength(1)
  })
})

describe('a hostile server', () => {
  test('is indexed with the start of a description of a megabyte', async () => {
    const description = `${'zebra '.repeat(200)}${'word '.repeat(200_000)} horse`
    const { catalogue } = await listing('s', [named('alpha', { description })])
    const search = new SearchTools(catalogue)
    expect(await found(search, 'zebra')).toEqual(['s__alpha'])
    expect(await found(search, 'horse')).toEqual([])
    expect(await found(search, 'word')).toEqual([])
  })

  test('is indexed with less of each where it offers many', async () => {
    const description = `${'zebra '.repeat(110)} horse`
    const tools = Array.from({ length: 501 }, (_, index) => named(`t${index}`, { description }))
    const { catalogue, list } = await listing('s', tools.slice(1))
    const search = new SearchTools(catalogue)
    expect(await search.find('horse', { limit: 1_000 })).toHaveLength(500)
    await list(tools)
    expect(await search.find('horse')).toEqual([])
    await list(tools.slice(0, 3))
    expect(await found(search, 'horse')).toEqual(['s__t0', 's__t1', 's__t2'])
  })

  test('lets others have their turn while it is indexed', async () => {
    let now = 0
    let turns = 0
    const runtime = {
      now: () => (now += 7),
      defer: (fn: () => void) => {
        turns += 1
        queueMicrotask(fn)
      },
    }
    const tools = Array.from({ length: 30 }, (_, index) => named(`t${index}`, { description: 'zebra' }))
    const { catalogue, list } = await listing('s', tools)
    const search = new SearchTools(catalogue, runtime)
    expect(await search.find('zebra', { limit: 100 })).toHaveLength(30)
    expect(turns).toBe(10)
    await list([])
    expect(await search.find('zebra')).toEqual([])
    expect(turns).toBe(20)
  })

  test('cannot break the index with names that objects inherit', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const { catalogue, list } = await listing(
      's',
      names.map((name) => named(name, { description: names.join(' ') })),
    )
    const search = new SearchTools(catalogue)
    for (const name of names)
      expect((await found(search, name))[0]).toBe(catalogue.tools.find(({ tool }) => tool === name)?.name)
    await list([])
    expect(await found(search, names.join(' '))).toEqual([])
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

test('a question of any length takes no longer than one of a few words', { timeout: 5_000 }, async () => {
  expect((await search.find(`create issue ${'abcdefgh ijklmnop '.repeat(200_000)}`))[0]?.tool.name).toBe(
    'github__create_issue',
  )
})

import { converse, described, reported } from './conversation.mjs'
import { forms } from './read-forms.mjs'
import { Waits } from './waits.mjs'

const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] })

/** A server that asks, made with a release of the first major version of the SDK, for one connection. */
export function createAskingServer({ McpServer, types }) {
  const mcp = new McpServer(
    { name: 'asking', version: '1.0.0' },
    { capabilities: { tools: {}, prompts: {}, resources: {} } },
  )
  const requester = new Requester(mcp, types)
  const add = (name, run) => mcp.tool(name, async (extra) => text(await run(extra)))
  addQuestions(add, { mcp, types, requester })
  addSeveral(add, requester)
  if (types.UrlElicitationRequiredError !== undefined) addPages(add, { mcp, types, requester })
  addRoots(add, { mcp, types, requester })
  mcp.prompt('letter', async (extra) => {
    const content = { type: 'text', text: `Dear ${await requester.ask(extra, 'To whom?')}` }
    return { messages: [{ role: 'user', content }] }
  })
  mcp.resource('home', 'note://home', async ({ href }, extra) => {
    const { roots } = await requester.request(extra, 'roots/list')
    return { contents: [{ uri: href, text: JSON.stringify(roots) }] }
  })
  return mcp
}

/** Asks in the ways that a release has. */
class Requester {
  #mcp
  #schemas
  #knowsForms

  constructor(mcp, types) {
    this.#mcp = mcp
    this.#knowsForms = types.ElicitResultSchema !== undefined
    this.#schemas = {
      'sampling/createMessage': types.CreateMessageResultWithToolsSchema ?? types.CreateMessageResultSchema,
      'elicitation/create': types.ElicitResultSchema,
      'roots/list': types.ListRootsResultSchema,
    }
  }

  /** On the stream of a request, if the release lets it. */
  request(extra, method, params) {
    const request = { method, ...(params !== undefined && { params }) }
    const { sendRequest, signal } = extra ?? {}
    if (sendRequest !== undefined) return sendRequest(request, this.#schemas[method], { signal })
    return this.#mcp.server.request(request, this.#schemas[method], { signal })
  }

  /** Asks the person, or the model of a client that cannot ask persons. */
  async ask(extra, message) {
    if (!this.#knowsForms) {
      return (await this.request(extra, 'sampling/createMessage', reported(message))).content.text
    }
    const params = { message, requestedSchema: forms.answer }
    const { action, content } = await this.request(extra, 'elicitation/create', params)
    return content?.answer ?? action
  }
}

function addQuestions(add, { mcp, types, requester }) {
  if (types.ElicitResultSchema !== undefined) {
    const requestedSchema = types.UrlElicitationRequiredError === undefined ? forms.registerPlain : forms.register
    const related = ({ requestId }) => ({ relatedRequestId: requestId })
    add('register', (extra) => mcp.server.elicitInput({ message: 'Who are you?', requestedSchema }, related(extra)))
    const choose = { message: 'What would you like?', requestedSchema: forms.choose }
    add('choose', (extra) => mcp.server.elicitInput(choose, related(extra)))
  }
  add('describe', (extra) => requester.request(extra, 'sampling/createMessage', described))
  add('weather', (extra) => converse((params) => requester.request(extra, 'sampling/createMessage', params)))
}

function addSeveral(add, requester) {
  const waits = new Waits()
  add('both', (extra) => Promise.all([requester.ask(extra, 'First?'), requester.ask(extra, 'Second?')]))
  add('guess', async (extra) => {
    for (let count = 1; ; count += 1) if ((await requester.ask(extra, 'Which number?')) === '7') return count
  })
  add('unhurried', async (extra) => {
    const cancelled = waits.wait(extra.signal)
    await requester.ask(extra, 'Are you there?')
    return cancelled
  })
  add('cancelled', () => waits.cancelled())
}

function addPages(add, { mcp, types, requester }) {
  let count = 0
  let isUnlocked = false
  add('open', async (extra) => {
    count += 1
    const page = {
      mode: 'url',
      message: 'Please sign in',
      url: `https://example.com/in?id=${count}`,
      elicitationId: `${count}`,
    }
    return { ...(await requester.request(extra, 'elicitation/create', page)), id: `${count}` }
  })
  add('locked', () => {
    if (isUnlocked) return 'unlocked'
    const page = { mode: 'url', message: 'Please sign in', url: 'https://example.com/in', elicitationId: 'in' }
    throw new types.UrlElicitationRequiredError([page])
  })
  add('finish', async () => {
    isUnlocked = true
    await mcp.server.createElicitationCompletionNotifier('in')()
    return 'finished'
  })
  add('lock', () => {
    isUnlocked = false
    return 'locked'
  })
}

function addRoots(add, { mcp, types, requester }) {
  const changed = new Count()
  mcp.server.setNotificationHandler(types.RootsListChangedNotificationSchema, () => changed.add())
  add('where', async (extra) => (await requester.request(extra, 'roots/list')).roots)
  add('aside', async () => (await mcp.server.listRoots()).roots)
  add('moved', async ({ signal }) => {
    await changed.take()
    return (await mcp.server.listRoots(undefined, { signal })).roots
  })
  add('settle', async () => {
    await changed.take(2)
    return 'settled'
  })
}

/** What happened and was not noticed so far. */
class Count {
  #left = 0
  #more = () => {}

  add() {
    this.#left += 1
    this.#more()
  }

  async take(count = 1) {
    while (this.#left < count) {
      await new Promise((resolve) => {
        this.#more = resolve
      })
    }
    this.#left -= count
  }
}

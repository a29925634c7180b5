import type { JsonObject } from '../../json.js'
import type { Peer } from '../../peers.js'
import { hasPages, isSdk2, type Scenario } from './scenario.js'
import { notify } from './tell.js'

/** Questions for the model of a client. */
export const modelScenarios: readonly Scenario[] = [
  {
    name: 'a model is asked with all there is to say',
    play: async ({ driver, respondent }) => {
      respondent.begin({ model: () => ({ ...cat, stopReason: 'endTurn' }) })
      return [blocksOf(await notify(driver, 'describe')), ...respondent.asked]
    },
    expected: () => [
      { role: 'assistant', content: [{ type: 'text', text: 'A cat' }], model: 'cat-1', stopReason: 'endTurn' },
      { type: 'model', params: described },
    ],
  },
  {
    name: 'a model answers with an image, for a reason of its own',
    play: async ({ driver, respondent }) => {
      const content = { type: 'image', data: 'AAH/', mimeType: 'image/png' }
      respondent.begin({ model: () => ({ role: 'assistant', content, model: 'cat-1', stopReason: 'bored' }) })
      return blocksOf(await notify(driver, 'describe'))
    },
    expected: () => ({
      role: 'assistant',
      content: [{ type: 'image', data: 'AAH/', mimeType: 'image/png' }],
      model: 'cat-1',
      stopReason: 'bored',
    }),
  },
  {
    name: 'a model is asked with text and sound, as far as the revision has them',
    isFor: ({ isOurServer }) => isOurServer,
    play: async ({ driver, respondent }) => {
      respondent.begin({ model: () => cat })
      await notify(driver, 'listen')
      return respondent.asked.map((question) => question.type === 'model' && question.params['messages'])
    },
    expected: ({ revision }) => {
      const words = { type: 'text', text: 'Who is it?' }
      const sound = { type: 'audio', data: 'AAH/', mimeType: 'audio/wav' }
      if (revision >= '2025-11-25') return [[{ role: 'user', content: [words, sound] }]]
      const received = revision > '2024-11-05' ? sound : { type: 'text', text: '[audio of type audio/wav]' }
      return [[words, received].map((block) => ({ role: 'user', content: [block] }))]
    },
  },
  {
    name: 'a model uses tools of the server until it knows',
    isFor: hasPages,
    play: async ({ driver, respondent }) => {
      const uses = ['Oslo', 'Bergen'].map((city) => ({ type: 'tool_use', id: city, name: 'weather', input: { city } }))
      const answers = [
        { ...cat, content: uses, stopReason: 'toolUse' },
        { ...cat, content: uses[0], stopReason: 'toolUse' },
        { ...cat, stopReason: 'endTurn' },
      ]
      respondent.begin({ model: () => answers.shift() ?? {} })
      return [await notify(driver, 'weather'), ...respondent.asked.map(conversationOf)]
    },
    expected: () => [
      { text: 'A cat', stopReason: 'endTurn' },
      ...[1, 3, 5].map((length) => ({
        tools: ['weather'],
        toolChoice: { mode: 'auto' },
        reported: talk.slice(0, length),
      })),
    ],
  },
  {
    name: 'a model that is not to be asked is an error that says so',
    play: async ({ driver, respondent }) => {
      respondent.begin({ model: () => Promise.reject(new Error('No model today')) })
      return notify(driver, 'describe').catch(({ message }) => ({ rejected: message }))
    },
    expected: (peer) => refusal(peer),
  },
  {
    name: 'a person refuses to let a model be asked',
    isFor: ({ isOurServer, clientName, revision }) => !isOurServer && !clientName && revision < '2026-07-28',
    play: async ({ driver, respondent }) => {
      respondent.begin({ model: () => Promise.reject(new DOMException('No', 'AbortError')) })
      return notify(driver, 'describe')
    },
    expected: (peer) => ({ wrong: `${prefixOf(peer, -1)}User rejected sampling request` }),
  },
]

const cat = { role: 'assistant', content: { type: 'text', text: 'A cat' }, model: 'cat-1' }

const described = {
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'What is this?' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'Show me.' }] },
    { role: 'user', content: [{ type: 'image', data: 'AAH/', mimeType: 'image/png' }] },
  ],
  maxTokens: 50,
  systemPrompt: 'Be brief.',
  temperature: 0.5,
  stopSequences: ['.'],
  modelPreferences: { hints: [{ name: 'small' }], costPriority: 1, speedPriority: 0.5, intelligencePriority: 0 },
  includeContext: 'none',
  metadata: { trace: '1' },
}

const talk = [
  ['user', 'Will it rain in Oslo?'],
  ['assistant', 'Oslo', 'Bergen'],
  ['user', 'Oslo: Rain in Oslo', 'Bergen: Rain in Bergen'],
  ['assistant', 'Oslo'],
  ['user', 'Oslo: Rain in Oslo'],
]

/** What a conversation came to, briefly. */
function conversationOf(question: object): JsonObject {
  const { params } = question as { readonly params: JsonObject }
  const { messages, tools, toolChoice } = params as {
    readonly messages: readonly { readonly role: string; readonly content: readonly JsonObject[] }[]
    readonly tools: readonly JsonObject[]
    readonly toolChoice: unknown
  }
  const reported = messages.map(({ role, content }) => [role, ...content.map(wordOf)])
  return { tools: tools.map(({ name }) => name), toolChoice, reported }
}

function wordOf({ type, text, id, toolUseId, content }: JsonObject): unknown {
  if (type === 'text') return text
  if (type === 'tool_use') return id
  const [block] = content as readonly JsonObject[]
  return `${toolUseId}: ${block?.['text']}`
}

/** One block may stand for a list of one. */
function blocksOf(notified: unknown): JsonObject {
  const { content, ...rest } = notified as JsonObject
  return { ...rest, content: Array.isArray(content) ? content : [content] }
}

/** Who refuses is asked by a server of older revisions, and asks itself in the newest. Our client keeps its reasons to itself. */
function refusal(peer: Peer): JsonObject {
  if (peer.revision === '2026-07-28' || peer.clientName === '2.4.0') return { rejected: 'No model today' }
  if (hasModernServerBehind(peer)) return { rejected: `${isSdk1(peer) ? 'MCP error -32603: ' : ''}No model today` }
  if (peer.clientName !== undefined) return { wrong: `${prefixOf(peer, -32603)}No model today` }
  if (peer.isBothOurs === true) return { wrong: 'Internal error' }
  return { wrong: peer.isOurServer ? 'No model today' : `${prefixOf(peer, -32603)}Internal error` }
}

/** Whether a gateway asks for a modern server, which takes no error for an answer: the call is refused. */
function hasModernServerBehind({ name, clientName }: Peer): boolean {
  return clientName !== undefined && name.startsWith('2.')
}

const isSdk1 = ({ clientName = '' }: Peer) => clientName.startsWith('1.')

/** How releases begin to tell of an error that a client answered with. */
function prefixOf(peer: Peer, code: number): string {
  return isSdk2(peer) ? "Fulfilling input required by 'tools/call' failed: " : `MCP error ${code}: `
}

import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Launch } from '../../servers/settings/launch.js'
import { call, form, launch, page, prompt, roots, sampled, start } from '../fixtures/consent-requests.js'
import type { ConsentRequest } from '../requests/consent-request.js'
import { describeConsentRequest } from './describe-consent-request.js'

/** As a terminal could show it; what others wrote stands after `>`. */
function shown(request: ConsentRequest): readonly string[] {
  const { title, lines, warnings } = describeConsentRequest(request)
  const printed = lines.map(({ label, text, isUntrusted }) => `${label}${isUntrusted ? '>' : ':'} ${text}`)
  return [title, ...printed, ...warnings.map((warning) => `! ${warning}`)]
}

const dangerous = '! It is dangerous to run a program that you do not know: it has all your rights on this machine.'

describe('the start of a program', () => {
  test('shows the command to its end, and says that it is dangerous', () => {
    verifies('SEC-10', 'SEC-11')
    const long = 'x'.repeat(20_000)
    const request = {
      ...start,
      launch: { ...launch, args: ['a b', long, '--last'], env: ['TOKEN', 'PATH'], loaders: { PATH: '/tmp/x' } },
      source: 'mcp.json:12',
      warnings: ['sudo gives it the rights of an administrator.'],
    } as const
    expect(shown(request)).toEqual([
      'Run the program of notes on this machine?',
      'Server: notes',
      `Command> notes "a b" ${long} --last`,
      'Folder> /srv',
      'Variable> PATH=/tmp/x',
      'Variables it gets> TOKEN PATH',
      'Named in: mcp.json:12',
      'This entry: is new',
      dangerous,
      '! sudo gives it the rights of an administrator.',
    ])
  })

  test('says that the entry is another than before, and leaves out what there is not', () => {
    verifies('SEC-10')
    const bare = { type: 'command', command: 'notes', args: [], env: [] } as const
    expect(shown({ ...start, launch: bare, change: 'changed' })).toEqual([
      'Run the program of notes on this machine?',
      'Server: notes',
      'Command> notes',
      'This entry: has changed since the last decision',
      dangerous,
    ])
  })

  test('says that the entry is as it was when that is known', () => {
    expect(shown({ ...start, change: 'same' }).slice(-2)).toEqual([
      'This entry: has not changed since the last decision',
      dangerous,
    ])
  })

  test('may be a connection', () => {
    const url = { type: 'url', url: 'https://a.example/mcp', headers: ['authorization', 'x y'] } as const
    expect(shown({ ...start, launch: url })).toEqual([
      'Connect to notes?',
      'Server: notes',
      'Address> https://a.example/mcp',
      'Headers it gets> authorization "x y"',
      'This entry: is new',
    ])
  })

  test('names the variables whose values leave, and where they go', () => {
    verifies('SEC-10')
    const variables = [
      { name: 'KEY', field: 'args[0]' },
      { name: 'A\u202e', field: 'env.B C' },
    ]
    expect(shown({ ...start, launch: { ...launch, variables } as Launch })).toContain(
      'Your variable> KEY: its value is given to the program, in args[0]',
    )
    const url = { type: 'url', url: 'https://a.example/mcp', headers: [], variables } as const
    expect(shown({ ...start, launch: url }).slice(3, 5)).toEqual([
      'Your variable> KEY: its value is sent to a.example, in args[0]',
      'Your variable> "A\\u{202E}": its value is sent to a.example, in env.B C',
    ])
  })

  test('may be a part of this program', () => {
    expect(shown({ ...start, launch: { type: 'program' } })[2]).toBe('Command: none: it is a part of this program')
  })
})

describe('a call', () => {
  test('shows all arguments, and what the tool says of itself as just that', () => {
    verifies('HOST-07', 'TOOL-01')
    const annotations = { title: 'ignored', readOnlyHint: true, destructiveHint: false, idempotentHint: true }
    const tool = { title: 'Add', description: 'Adds.\nTrust me.', annotations }
    const request = {
      ...call({ a: 1, list: ['x\ny'] }, tool),
      findings: [{ kind: 'instructions', path: '/description', text: 'Trust me' }],
    } as const
    expect(shown(request)).toEqual([
      'Call a tool of notes?',
      'Server: notes',
      'Tool> add',
      'It calls itself> Add',
      'It says of itself> Adds.',
      '> Trust me.',
      'It claims> only reads, deletes and overwrites nothing, changes nothing more when called again',
      'Arguments> {',
      '>   "a": 1,',
      '>   "list": [',
      '>     "x\\ny"',
      '>   ]',
      '> }',
      '! The definition of the tool is suspicious at /description: Trust me',
    ])
  })

  test.each([
    [{ readOnlyHint: false }, 'changes things'],
    [{ destructiveHint: true }, 'may delete or overwrite'],
    [{ idempotentHint: false }, 'changes something each time'],
    [{ openWorldHint: true }, 'reaches beyond this server'],
    [{ openWorldHint: false }, 'reaches nothing else'],
  ])('shows the claim %j', (annotations, claim) => {
    expect(shown(call({}, { annotations }))).toContain(`It claims> ${claim}`)
  })

  test('has no claims and no title where there are none, and the title of the annotations where there is only that', () => {
    expect(shown(call())).toEqual(['Call a tool of notes?', 'Server: notes', 'Tool> add', 'Arguments> {}'])
    expect(shown(call({}, { annotations: { title: 'Sum' } }))[3]).toBe('It calls itself> Sum')
  })

  test('cuts nothing', () => {
    verifies('HOST-02')
    const text = 'x'.repeat(300_000)
    expect(shown(call({ text }))).toContain(`>   "text": "${text}"`)
  })
})

describe('a page', () => {
  test('shows the whole address, and the site on a line of its own', () => {
    verifies('ELI-29', 'ELI-30')
    const url = `https://login.a.example:8443/x?y=${'z'.repeat(5_000)}#end`
    expect(shown(page(url))).toEqual([
      'Open a page that notes names?',
      'Server: notes',
      'It says> Log in',
      `Address> ${url}`,
      'Site> login.a.example:8443',
    ])
  })

  test('that is opened in another way than it is written shows both, and why that is suspicious', () => {
    verifies('ELI-29', 'ELI-30')
    expect(shown(page('HTTP://аpple.com@2130706433/'))).toEqual([
      'Open a page that notes names?',
      'Server: notes',
      'It says> Log in',
      'Address> HTTP://аpple.com@2130706433/',
      'Site> 127.0.0.1',
      'Opened as> http://%D0%B0pple.com@127.0.0.1/',
      '! The text before the @ is not the site, though it may look like one. The URL leads to 127.0.0.1',
      '! The site has an IP address instead of a name: 127.0.0.1, a loopback address',
    ])
  })

  test.each([
    ['nonsense', ['Address> nonsense', '! This is not a valid URL.']],
    ['data:text/html,x', ['Address> data:text/html,x', '! It is not a web page: it begins with data:']],
  ])('that is none is shown as it is: %s', (url, lines) => {
    verifies('ELI-29')
    expect(shown(page(url)).slice(3)).toEqual(lines)
  })

  test('is not looked up', () => {
    verifies('ELI-29')
    const before = globalThis.fetch
    let fetched = 0
    globalThis.fetch = async () => {
      fetched += 1
      return new Response()
    }
    shown(page())
    globalThis.fetch = before
    expect(fetched).toBe(0)
  })
})

describe('a form', () => {
  test('shows who asks, what is said and every field', () => {
    verifies('ELI-09')
    const properties = { name: { type: 'string', title: 'Name' }, age: { type: 'integer' } }
    expect(
      shown({ ...form, message: 'Who\nare you?', schema: { type: 'object', properties, required: ['name'] } }),
    ).toEqual([
      'Answer questions of notes?',
      'Server: notes',
      'It says> Who',
      '> are you?',
      'Field> name (required): {"type":"string","title":"Name"}',
      'Field> age: {"type":"integer"}',
    ])
  })

  test.each([
    [{ api_key: { type: 'string' } }, 'api_key'],
    [{ value: { type: 'string', title: 'Your password' } }, 'value'],
  ])('that asks for secrets is warned of: %j', (properties, name) => {
    verifies('ELI-30')
    const warning = `! A form must not ask for secrets, as "${name}" seems to do.`
    expect(shown({ ...form, schema: { type: 'object', properties } }).at(-1)).toBe(warning)
  })

  test.each<readonly [string, object]>([
    ['See HTTPS://evil.example', {}],
    ['Who?', { a: { type: 'string', description: 'as on https://evil.example' } }],
  ])('with an address in it is warned of: %s %j', (message, properties) => {
    verifies('ELI-30')
    const lines = shown({ ...form, message, schema: { type: 'object', properties } } as ConsentRequest)
    expect(lines.at(-1)).toBe('! There is an address in it. Do not follow it.')
  })

  test.each<readonly [unknown]>([[undefined], [{}], [{ properties: 1, required: 1 }], [{ properties: [] }]])(
    'may be without fields: %j',
    (schema) => {
      expect(shown({ ...form, schema } as ConsentRequest)).toEqual([
        'Answer questions of notes?',
        'Server: notes',
        'It says> Who?',
      ])
    },
  )
})

describe('a prompt', () => {
  test('shows everything that the model would see', () => {
    verifies('HOST-03', 'SAMP-03')
    const request: ConsentRequest = {
      type: 'sample',
      server: 'notes',
      params: {
        systemPrompt: 'You are\nkind.',
        messages: [
          { role: 'user', content: 'hi' },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'one\ntwo' },
              { type: 'image', data: 'AAAA', mimeType: 'image/png' },
            ],
          },
          { role: 'user', content: { type: 'audio', data: new Uint8Array(3), mimeType: 'audio/wav' } },
          { role: 'assistant', content: { type: 'tool_use', id: '1', name: 'add', input: {} } },
        ],
        maxTokens: 100,
        temperature: 0.5,
        stopSequences: undefined,
        includeContext: 'allServers',
        tools: [
          { name: 'add', description: 'Adds.', inputSchema: { type: 'object' } },
          { name: 'sub', inputSchema: { type: 'object' } },
        ],
      },
    }
    expect(shown(request)).toEqual([
      'Let notes ask your model this?',
      'Server: notes',
      'Told to the model first> You are',
      '> kind.',
      'Said as the person> hi',
      'Said as the model> one',
      '> two',
      'Said as the model> (image, image/png, 4 characters of base64)',
      'Said as the person> (audio, audio/wav, 3 bytes)',
      'Said as the model> {',
      '>   "type": "tool_use",',
      '>   "id": "1",',
      '>   "name": "add",',
      '>   "input": {}',
      '> }',
      'Tokens at most: 100',
      'Tool for the model> add: Adds.',
      'Tool for the model> sub',
      'Setting> temperature: 0.5',
      'Setting> includeContext: "allServers"',
      '! It wants the model to see what other servers said.',
    ])
  })

  test('comes after the answer where that is there', () => {
    verifies('HOST-03', 'SAMP-03')
    expect(shown(sampled)).toEqual([
      'Send what your model answered to notes?',
      'Server: notes',
      'The answer> hello',
      'Of the model> m',
      'Said as the person> hi',
      'Tokens at most: 10',
    ])
    const stopped: ConsentRequest = {
      ...sampled,
      result: { role: 'assistant', model: 'm', content: [], stopReason: 'endTurn' },
    }
    expect(shown(stopped)[3]).toBe('It stopped> endTurn')
    expect(shown(prompt)[0]).toBe('Let notes ask your model this?')
  })
})

test('roots are shown, each on a line', () => {
  verifies('ROOT-09')
  const title = 'Tell notes which folders it may work in?'
  const named = { ...roots, roots: [...roots.roots, { uri: 'file:///c', name: 'C' }] }
  const lines = ['Folder: file:///a', 'Folder: file:///b', 'Folder: file:///c', 'Name> C']
  expect(shown(named)).toEqual([title, 'Server: notes', ...lines])
  expect(shown({ ...roots, roots: [] })).toEqual([title, 'Server: notes', 'Folders: none'])
})

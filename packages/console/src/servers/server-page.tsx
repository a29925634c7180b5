import type { ComponentChildren } from 'preact'
import type { Server } from '../api/contract.js'
import { JsonTree } from '../content/json-tree.js'
import { Markdown } from '../content/markdown.js'
import { cleanText } from '../elements/clean-text.js'
import { formatTime } from '../elements/format.js'
import { Facts, Foreign, Tag } from '../elements/parts.js'
import { RequestList } from '../requests/request-list.js'
import { useApp } from '../state/app.js'
import { FaultSwitches } from './fault-switches.js'
import { Lines } from './lines.js'
import { RawRequest } from './raw-request.js'
import { stateName, toneOf } from './server-state.js'
import { SignInSteps } from './sign-in-steps.js'

/** One server: how it is, why, and what can be done about it. */
export function ServerPage({ server }: { readonly server: Server }) {
  return (
    <main class="page" data-pane="work">
      <header class="page-head">
        <h1>
          <Foreign inline text={server.name} />
        </h1>
        <Tag {...tagTone(server)}>{stateName(server)}</Tag>
        <ServerActions server={server} />
      </header>
      <Why server={server} />
      <RequestList server={server.name} />
      <SignInSteps server={server.name} />
      <div class="columns">
        <section>
          <h2>Connection</h2>
          <Facts facts={factsOf(server)} />
        </section>
        <section>
          <h2>Disturb it</h2>
          <FaultSwitches server={server} />
        </section>
      </div>
      {server.instructions !== undefined && (
        <section>
          <h2>Its words to a model</h2>
          <blockquote class="foreign">
            <Markdown text={server.instructions} />
          </blockquote>
        </section>
      )}
      {server.capabilities !== undefined && (
        <section>
          <h2>Capabilities</h2>
          <JsonTree value={server.capabilities} />
        </section>
      )}
      {server.state === 'ready' && <RawRequest server={server.name} />}
      <section>
        <h2>Last lines</h2>
        <Lines server={server.name} limit={20} />
      </section>
    </main>
  )
}

function tagTone(server: Server): { readonly tone?: 'good' | 'warn' | 'bad' } {
  const tone = toneOf(server)
  return tone === 'off' || tone === 'ask' ? {} : { tone }
}

/** Why it is not ready, in the words of the error, and what helps. */
function Why({ server: { reason, advice = [], code, state, retryAt } }: { readonly server: Server }) {
  if (reason === undefined || state === 'ready') return null
  return (
    <div class={state === 'failed' || state === 'lost' ? 'failure' : 'note'} role="status">
      <p>
        {code !== undefined && <strong>{code.replaceAll('_', ' ')} </strong>}
        {cleanText(reason)}
      </p>
      {advice.map((each) => (
        <p key={each} class="advice">
          {cleanText(each)}
        </p>
      ))}
      {retryAt !== undefined && <p class="soft">{`Next attempt at ${formatTime(retryAt).slice(0, 8)}.`}</p>}
    </div>
  )
}

function ServerActions({ server }: { readonly server: Server }) {
  const app = useApp()
  const { name, state } = server
  const isUp = ['ready', 'starting', 'unresponsive', 'lost'].includes(state)
  const act = (
    action: 'start-server' | 'stop-server' | 'restart-server' | 'refresh-catalogue' | 'sign-in' | 'sign-out',
  ) => void app.act(action, { server: name })
  return (
    <div class="row actions">
      {!isUp && (
        <button type="button" class="go" onClick={() => act('start-server')}>
          {state === 'failed' ? 'Try again' : 'Start'}
        </button>
      )}
      {isUp && (
        <>
          <button type="button" onClick={() => act('restart-server')}>
            Restart
          </button>
          <button type="button" onClick={() => act('stop-server')}>
            Stop
          </button>
          {state === 'ready' && (
            <button type="button" onClick={() => act('refresh-catalogue')}>
              Read its lists again
            </button>
          )}
        </>
      )}
      {server.transport === 'http' && (
        <>
          <button type="button" onClick={() => act('sign-in')}>
            Sign in
          </button>
          <button type="button" onClick={() => act('sign-out')}>
            Sign out
          </button>
        </>
      )}
      {server.isAdded && (
        <button
          type="button"
          onClick={() => void app.act('remove-server', { server: name }).then(() => app.go({ view: 'start' }))}
        >
          Remove
        </button>
      )}
    </div>
  )
}

function factsOf(server: Server): readonly (readonly [string, ComponentChildren])[] {
  const { launch, launchNames, cwd, source, revision, info, pid, transport, since } = server
  const all: readonly (readonly [string, ComponentChildren])[] = [
    [transport === 'http' ? 'Address' : 'Command', <code key="launch">{cleanText(launch)}</code>],
    ['Gets', launchNames.length === 0 ? undefined : launchNames.map(cleanText).join(', ')],
    ['Folder', cwd === undefined ? undefined : cleanText(cwd)],
    ['Entry', source === undefined ? undefined : cleanText(source)],
    ['Revision', revision],
    ['Server', info === undefined ? undefined : cleanText(`${info.title ?? info.name} ${info.version}`)],
    ['Process', pid],
    ['Since', formatTime(since).slice(0, 8)],
  ]
  return all.filter(([, value]) => value !== undefined)
}

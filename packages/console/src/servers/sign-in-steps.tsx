import { cleanText } from '../elements/clean-text.js'
import { formatTime } from '../elements/format.js'
import { FailureView } from '../operations/operation-view.js'
import { useApp } from '../state/app.js'

const names: Readonly<Record<string, string>> = {
  challenge: 'The server asks for a token',
  'resource-metadata': 'Who may give tokens',
  'server-metadata': 'How to ask for one',
  registration: 'Registering this client',
  authorize: 'Asking you',
  redirect: 'Coming back',
  token: 'Getting the token',
  refresh: 'Renewing the token',
}

/** A sign-in step by step, each with its messages. */
export function SignInSteps({ server }: { readonly server: string }) {
  const { store, ui } = useApp()
  const signIn = store.signIns.value.find((each) => each.server === server)
  if (signIn === undefined) return null
  return (
    <section>
      <h2>Sign-in</h2>
      <ol class="steps">
        {signIn.steps.map(({ at, name, state, text, seq }) => (
          <li key={`${at}${name}`} class={state}>
            <span class="step-name">{Object.hasOwn(names, name) ? names[name] : name}</span>
            <span class="soft">{cleanText(text)}</span>
            <span class="figure soft">{formatTime(at).slice(0, 8)}</span>
            {seq !== undefined && (
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  ui.message.value = seq
                  ui.timeline.value = ui.timeline.value === 'hidden' ? 'docked' : ui.timeline.value
                }}
              >
                Messages
              </button>
            )}
          </li>
        ))}
      </ol>
      {signIn.error !== undefined && <FailureView failure={signIn.error} />}
    </section>
  )
}

import { cleanText, webAddress } from '../elements/clean-text.js'
import { Copy, Foreign } from '../elements/parts.js'
import { type Answer, Card, type RequestOf } from './card.js'

/** A page of a server that the person is to open. It opens with a click, and only to the web. */
export function UrlCard({ request, answer }: { readonly request: RequestOf<'url'>; readonly answer: Answer }) {
  return (
    <Card request={request} wants="wants you to open a page">
      <Foreign text={request.message} />
      {request.warnings.map((warning) => (
        <p key={warning} class="warning">
          {cleanText(warning)}
        </p>
      ))}
      <Target url={request.url} host={request.host} />
      <div class="row actions">
        <button type="button" onClick={() => answer({ type: 'url', action: 'decline' })}>
          Don't open
        </button>
        <button type="button" onClick={() => answer({ type: 'url', action: 'cancel' })}>
          Cancel
        </button>
        <OpenLink url={request.url} text="Open the page" onOpen={() => answer({ type: 'url', action: 'accept' })} />
      </div>
    </Card>
  )
}

/** A server wants its user to sign in. */
export function SignInCard({ request, answer }: { readonly request: RequestOf<'sign-in'>; readonly answer: Answer }) {
  return (
    <Card request={request} wants="wants you to sign in">
      <Target url={request.url} host={request.host} />
      <p>
        {request.scopes.length === 0
          ? 'It names no permissions.'
          : `It asks for: ${cleanText(request.scopes.join(', '))}`}
      </p>
      <div class="row actions">
        <button type="button" onClick={() => answer({ type: 'sign-in', action: 'cancel' })}>
          Don't sign in
        </button>
        <OpenLink url={request.url} text="Sign in" onOpen={() => undefined} />
      </div>
    </Card>
  )
}

/** The host is what a person should look at. */
function Target({ url, host }: { readonly url: string; readonly host: string }) {
  return (
    <div class="target">
      <p>
        It leads to <strong>{cleanText(host)}</strong>
      </p>
      <p class="row">
        <code class="address">{cleanText(url.slice(0, 2_000))}</code>
        <Copy text={url} />
      </p>
    </div>
  )
}

interface OpenLinkProps {
  readonly url: string
  readonly text: string
  readonly onOpen: () => void
}

function OpenLink({ url, text, onOpen }: OpenLinkProps) {
  const href = webAddress(url)
  if (href === undefined) return <span class="warning">This address is not of the web: it is not opened.</span>
  return (
    <a class="button ask" href={href} target="_blank" rel="noreferrer noopener" onClick={onOpen}>
      {text}
    </a>
  )
}

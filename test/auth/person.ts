/** What a person does at the authorization server. */
export interface PersonOptions {
  /** Who they sign in as. */
  readonly name: string
  /** What they answer when a client asks for something, each time. Default: `allow`. */
  readonly answers?: readonly ('allow' | 'decline')[] | undefined
}

/** A person with a browser that is none: it keeps cookies, follows redirects, and sends forms. */
export interface Person {
  /** Goes there, and does what the pages want until there is nothing more to do. */
  readonly open: (url: string) => Promise<void>
  /** What they were asked for, each time. */
  readonly asked: readonly (readonly string[])[]
  /** The addresses that they were sent to by clients. */
  readonly opened: readonly string[]
}

/** Creates one, who has been nowhere yet. */
export function createPerson({ name, answers = [] }: PersonOptions): Person {
  const cookies = new Map<string, string>()
  const asked: (readonly string[])[] = []
  const opened: string[] = []

  async function visit(url: string, form?: URLSearchParams): Promise<Response> {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form !== undefined && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    const location = response.headers.get('location')
    if (location === null) return answerPage(response, url)
    await response.body?.cancel()
    return visit(new URL(location, url).href)
  }

  /** Fills in the forms of these tests, and those that `oidc-provider` has for development. */
  async function answerPage(response: Response, url: string): Promise<Response> {
    const seen = await response.text()
    if (seen.includes('value="sign-in"')) return visit(url, new URLSearchParams({ name, answer: 'sign-in' }))
    if (seen.includes('value="login"'))
      return visit(url, new URLSearchParams({ prompt: 'login', login: name, password: 'any' }))
    if (seen.includes('value="consent"')) return visit(url, new URLSearchParams({ prompt: 'consent' }))
    if (!seen.includes('value="allow"')) return response
    asked.push([...seen.matchAll(/<li>(.*?)<\/li>/g)].map(([, scope = '']) => fromHtml(scope)))
    return visit(url, new URLSearchParams({ answer: answers[asked.length - 1] ?? 'allow' }))
  }

  const open = async (url: string) => {
    opened.push(url)
    await visit(url)
  }
  return { open, asked, opened }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';')
  const [key = '', value = ''] = pair.split('=')
  if (value === '') cookies.delete(key)
  else cookies.set(key, value)
}

function fromHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
}

/** The reaction of a person to a question: answered, refused, or dismissed. spec: client/elicitation#response-actions */
export type ElicitAction = 'accept' | 'decline' | 'cancel'

/** The answer to a form. Only an accepted form has `content`. */
export type ElicitAnswer<T> =
  | { readonly action: 'accept'; readonly content: T }
  | { readonly action: 'decline' | 'cancel'; readonly content?: undefined }

/** What a person did with a question: answered, refused, or walked away. spec: client/elicitation#response-actions */
export type ElicitAction = 'accept' | 'decline' | 'cancel'

/** The answer to a form. `content` is there only where the form was accepted. */
export type ElicitAnswer<T> =
  | { readonly action: 'accept'; readonly content: T }
  | { readonly action: 'decline' | 'cancel'; readonly content?: undefined }

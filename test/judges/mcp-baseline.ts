/**
 * Checks of the conformance suite that fail here, by reason: scenario, then the id of the check. All others must pass.
 */
export const BASELINE: ReadonlyArray<{ readonly why: string; readonly checks: ReadonlyArray<string> }> = [
  {
    why: "calls a tool that only the suite's example server has",
    checks: [
      "tools-call-audio tools-call-audio",
      "tools-call-elicitation tools-call-elicitation",
      "tools-call-embedded-resource tools-call-embedded-resource",
      "tools-call-error tools-call-error",
      "tools-call-image tools-call-image",
      "tools-call-mixed-content tools-call-mixed-content",
      "tools-call-sampling tools-call-sampling",
      "tools-call-simple-text tools-call-simple-text",
      "tools-call-with-progress tools-call-with-progress",
      "json-schema-2020-12 json-schema-2020-12-tool-found",
      "elicitation-sep1034-defaults elicitation-sep1034-general",
      "elicitation-sep1330-enums elicitation-sep1330-general",
      "server-stateless sep-2575-server-rejects-undeclared-capability",
      "server-stateless sep-2575-missing-capability-http-400",
      "server-stateless sep-2575-http-server-no-independent-requests-on-stream",
      "server-stateless sep-2575-server-no-log-without-loglevel",
      "input-required-result-basic-elicitation sep-2322-elicitation-incomplete",
      "input-required-result-basic-list-roots sep-2322-list-roots-incomplete",
      "input-required-result-basic-sampling sep-2322-sampling-incomplete",
      "input-required-result-capability-check sep-2322-respect-client-capabilities",
      "input-required-result-ignore-extra-params sep-2322-ignore-unexpected-params",
      "input-required-result-missing-input-response sep-2322-missing-response-rerequests",
      "input-required-result-multi-round sep-2322-multi-round-r1",
      "input-required-result-multiple-input-requests sep-2322-multiple-inputs-incomplete",
      "input-required-result-request-state sep-2322-request-state-incomplete",
      "input-required-result-result-type sep-2322-result-type-included",
      "input-required-result-tampered-state sep-2322-reject-tampered-state"
    ]
  },
  {
    why: "gets a prompt that only the suite's example server has",
    checks: [
      "prompts-get-embedded-resource prompts-get-embedded-resource",
      "prompts-get-simple prompts-get-simple",
      "prompts-get-with-args prompts-get-with-args",
      "prompts-get-with-image prompts-get-with-image",
      "input-required-result-non-tool-request sep-2322-non-tool-incomplete"
    ]
  },
  {
    why: "reads a resource that only the suite's example server has",
    checks: [
      "resources-read-binary resources-read-binary",
      "resources-read-text resources-read-text",
      "resources-templates-read resources-templates-read"
    ]
  },
  {
    why: "asks for headers made from arguments, which no tool here uses",
    checks: [
      "http-custom-header-server-validation sep-2243-server-no-xmcp-tool",
      "http-custom-header-server-validation sep-2243-server-decode-base64",
      "http-custom-header-server-validation sep-2243-server-validate-param-match",
      "http-custom-header-server-validation sep-2243-server-reject-invalid-param-chars",
      "http-custom-header-server-validation sep-2243-server-reject-param-mismatch"
    ]
  },
  {
    why: "asks for a capability that is not declared: completion, logging, or subscriptions",
    checks: [
      "completion-complete completion-complete",
      "logging-set-level logging-set-level",
      "tools-call-with-logging tools-call-with-logging",
      "resources-subscribe resources-subscribe",
      "resources-unsubscribe resources-unsubscribe"
    ]
  },
  {
    why: "listens for changes, and nothing here changes between releases",
    checks: [
      "server-stateless sep-2575-server-sends-subscription-ack",
      "server-stateless sep-2575-server-tags-subscription-id",
      "server-stateless sep-2575-server-honors-notification-filter",
      "server-stateless sep-2575-server-sends-prompts-list-changed-on-subscription",
      "server-stateless sep-2575-server-sends-tools-list-changed-on-subscription"
    ]
  },
  {
    why: "asks for sessions and event streams, which a stateless server with JSON answers does not have",
    checks: [
      "server-sse-multiple-streams server-sse-multiple-streams-session",
      "server-sse-polling server-sse-polling-session"
    ]
  }
]

-- What wrk counted, as a line of JSON. Readers have browsers, which take compressed answers.
wrk.headers["Accept-Encoding"] = "gzip"

function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format(
    '{"seconds": %.3f, "requests": %d, "latencies": [%.3f, %.3f, %.3f], "errors": %d}\n',
    summary.duration / 1e6, summary.requests,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency:percentile(99.9) / 1e3,
    e.connect + e.read + e.write + e.status + e.timeout))
end

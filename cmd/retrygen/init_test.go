package main

import "testing"

func TestIdentifier(t *testing.T) {
	tests := map[string]string{
		"example.com/shop":       "shop",
		"example.com/shop/v2":    "shop",
		"v2":                     "v2",
		"/home/me/Smithy-Call":   "smithycall",
		"gopkg.in/yaml.v3":       "yamlv3",
		"/home/me/go":            "retrying",
		"/home/me/2fast":         "retrying",
		"/":                      "retrying",
		"/home/me/größe":         "gre",
		"example.com/v2":         "examplecom",
		"example.com/app_server": "appserver",
	}
	for path, want := range tests {
		if got := identifier(path); got != want {
			t.Errorf("identifier(%q) = %q, want %q", path, got, want)
		}
	}
}

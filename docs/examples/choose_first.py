#!/usr/bin/env python3
"""Takes back any choice, follows the likely places and chooses the first of the first list (PyPI package varlink).

    choose_first.py [unix:SOCKET]
"""
import os
import sys

import varlink

runtime = os.environ.get("XDG_RUNTIME_DIR", "/run")
address = sys.argv[1] if len(sys.argv) > 1 else f"unix:{runtime}/placed/io.placed.Places"

with varlink.Client(address) as client:
    # A connection serves one call at a time: the subscription has one, the choice another.
    with client.open("io.placed.Places") as places, client.open("io.placed.Places") as choice:
        choice.ClearSelection()
        for update in places.Subscribe(topics=["likely_places", "selection"], fields=["name"], _more=True):
            if likely := update.get("likelyPlaces"):
                for entry in likely["places"]:
                    print(f'{entry["likelihood"]:4.0%}  {entry["place"]["name"]}')
                if likely["places"] and not (update.get("selection") or {}).get("place"):
                    choice.SelectPlace(likely["places"][0]["place"]["id"])
            if chosen := (update.get("selection") or {}).get("place"):
                print("chosen:", chosen["name"])
                break
